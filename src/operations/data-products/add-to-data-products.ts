import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { MEMBER_PRIVILEGE, puttingInto, requireMembership, urnsOf } from './membership.ts';
import { objectOf } from '../shapes.ts';

/** Adds assets to data products; they stay in others. */
export const addToDataProducts = defineOperation({
  name: 'addToDataProducts',
  effect: 'write',
  summary: 'Adds assets to data products; they stay in others.',
  input: (types) =>
    objectOf({ dataProductUrns: list(types.entityOf('dataProduct')), resourceUrns: list(types.entity()) }),
  needs: { on: ({ resourceUrns }) => resourceUrns, anyOf: [MEMBER_PRIVILEGE] },
  run: async ({ dataProductUrns: products, resourceUrns: assets }, work) => {
    await requireMembership({ products, assets }, work);
    await work.ingest(urnsOf(products).flatMap((urn) => puttingInto(urn, urnsOf(assets), work)));
  },
});
