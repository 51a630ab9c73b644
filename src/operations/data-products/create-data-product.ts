import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { createOnce } from '../create-once.ts';
import { creatorOwnership } from '../creator-ownership.ts';
import { defineOperation } from '../operation.ts';
import { requireExisting } from '../stored.ts';
import { PRODUCT_INFO } from './data-product.ts';

/** Creates a data product in a domain, owned by the caller; INVALID_REQUEST if it exists. */
export const createDataProduct = defineOperation({
  name: 'createDataProduct',
  effect: 'write',
  input: (types) =>
    v.object({
      id: v.string(),
      name: v.string(),
      description: v.nullish(v.string()),
      domain: types.entityOf('domain'),
    }),
  needs: { on: ({ domain }) => domain, anyOf: ['MANAGE_DATA_PRODUCTS'] },
  run: async ({ id, name, description, domain }, work) => {
    const missing = (urn: string) => `The Domain provided does not exist: ${urn}. Create it first.`;
    await requireExisting([domain], missing, work);
    const urn = formatUrn('dataProduct', id);
    const proposals = [
      creationOf(urn, PRODUCT_INFO, { name, ...given({ description }) }),
      upsertOf(urn, 'domains', { domains: [domain.urn] }),
      await creatorOwnership(urn, work),
    ];
    const taken = () =>
      invalidRequest(`This Data product already exists! ${urn} is taken: choose another id.`);
    await createOnce(urn, proposals, taken, work);
    return work.references.to(urn);
  },
});
