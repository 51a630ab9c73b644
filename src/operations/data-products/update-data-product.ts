import * as v from 'valibot';
import { patchOf, putGiven } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { requireParentProduct } from './parent-product.ts';
import { PRODUCT_INFO, PRODUCT_NEED, requireProduct } from './data-product.ts';
import { objectOf } from '../shapes.ts';

/** Changes the name and description of a data product. */
export const updateDataProduct = defineOperation({
  name: 'updateDataProduct',
  effect: 'write',
  summary: 'Changes the name and description of a data product.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('dataProduct'),
      name: v.nullish(v.string()),
      description: v.nullish(v.string()),
      parentDataProduct: types.optionalEntityOf('dataProduct'),
    }),
  needs: PRODUCT_NEED,
  run: async ({ urn: product, name, description, parentDataProduct: parent }, work) => {
    await requireProduct(product, work);
    if (parent !== undefined) await requireParentProduct(parent, product, work);
    const operations = putGiven({ name, description, parentDataProduct: parent?.urn });
    if (operations.length > 0) await work.ingest([patchOf(product.urn, PRODUCT_INFO, operations)]);
    return product;
  },
});
