import * as v from 'valibot';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createEntity } from '../create-once.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { PRODUCT_INFO } from './data-product.ts';
import { requireParentProduct } from './parent-product.ts';
import { objectOf } from '../shapes.ts';

/** Creates a data product in a domain, owned by the caller; INVALID_REQUEST if it exists. */
export const createDataProduct = defineOperation({
  name: 'createDataProduct',
  effect: 'write',
  summary: 'Creates a data product that you own, in a domain.',
  input: (types) =>
    objectOf({
      id: v.nullish(CHOSEN_ID),
      properties: objectOf({
        name: v.string(),
        description: v.nullish(v.string()),
        parentDataProduct: types.optionalEntityOf('dataProduct'),
      }),
      domainUrn: types.entityOf('domain'),
    }),
  needs: { on: ({ domainUrn }) => domainUrn, anyOf: ['MANAGE_DATA_PRODUCTS'] },
  run: async ({ id, properties, domainUrn: domain }, work) => {
    const { name, description, parentDataProduct: parent } = properties;
    if (parent !== undefined) await requireParentProduct(parent, undefined, work);
    const missing = (urn: string) => `The Domain provided does not exist: ${urn}. Create it first.`;
    await requireExisting([domain], missing, work);
    const urn = formatUrn('dataProduct', id ?? work.settings.newId());
    const proposals = [
      creationOf(urn, PRODUCT_INFO, { name, ...given({ description, parentDataProduct: parent?.urn }) }),
      upsertOf(urn, 'domains', { domains: [domain.urn] }),
    ];
    await createEntity(urn, 'Data product', proposals, work);
    return work.references.to(urn);
  },
});
