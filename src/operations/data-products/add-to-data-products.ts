import * as v from 'valibot';
import { defineOperation } from '../operation.ts';
import { MEMBER_PRIVILEGE, puttingInto, requireMembership, urnsOf } from './membership.ts';

/** Puts assets into data products; they stay in others. */
export const addToDataProducts = defineOperation({
  name: 'addToDataProducts',
  effect: 'write',
  summary: 'Adds assets to data products; they stay in others.',
  input: (types) =>
    v.object({ products: v.array(types.entityOf('dataProduct')), assets: v.array(types.entity()) }),
  needs: { on: ({ assets }) => assets, anyOf: [MEMBER_PRIVILEGE] },
  run: async (input, work) => {
    await requireMembership(input, work);
    await work.ingest(urnsOf(input.products).flatMap((urn) => puttingInto(urn, urnsOf(input.assets), work)));
  },
});
