import * as v from 'valibot';
import { defineOperation } from '../operation.ts';
import { MEMBER_PRIVILEGE, takingFrom, requireMembership, urnsOf } from './membership.ts';

/** Takes assets out of data products. */
export const removeFromDataProducts = defineOperation({
  name: 'removeFromDataProducts',
  effect: 'write',
  summary: 'Removes assets from data products.',
  input: (types) =>
    v.object({ products: v.array(types.entityOf('dataProduct')), assets: v.array(types.entity()) }),
  needs: { on: ({ assets }) => assets, anyOf: [MEMBER_PRIVILEGE] },
  run: async (input, work) => {
    await requireMembership(input, work);
    await work.ingest(urnsOf(input.products).flatMap((urn) => takingFrom(urn, urnsOf(input.assets))));
  },
});
