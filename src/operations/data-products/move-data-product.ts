import { patchOf, putOrTake } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import {
  PARENT_PRODUCT,
  PRODUCT_INFO,
  PRODUCT_PRIVILEGES,
  productClauses,
  requireProduct,
} from './data-product.ts';
import { requireParentProduct } from './parent-product.ts';
import { described, objectOf } from '../shapes.ts';

/** Sets the parent of a data product, or removes it. */
export const moveDataProduct = defineOperation({
  name: 'moveDataProduct',
  effect: 'write',
  summary: 'Makes a data product part of another one; without one, removes its parent.',
  input: (types) =>
    objectOf({
      resourceUrn: described('Urn of the data product to move.', types.entityOf('dataProduct')),
      parentDataProduct: described(
        'Urn of the data product that it becomes a part of; omit for none.',
        types.optionalEntityOf('dataProduct'),
      ),
    }),
  needs: {
    anyOf: PRODUCT_PRIVILEGES,
    clauses: ({ resourceUrn }, reading) => productClauses(resourceUrn, reading),
  },
  run: async ({ resourceUrn: product, parentDataProduct: parent }, work) => {
    await requireProduct(product, work);
    if (parent !== undefined) await requireParentProduct(parent, product, work);
    const moved = putOrTake([PARENT_PRODUCT.member], parent?.urn);
    await work.ingest([patchOf(product.urn, PRODUCT_INFO, [moved])]);
  },
});
