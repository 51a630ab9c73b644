import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { MEMBER_PRIVILEGE, takingFrom, requireMembership, urnsOf } from './membership.ts';
import { objectOf } from '../shapes.ts';

/** Removes assets from data products. */
export const removeFromDataProducts = defineOperation({
  name: 'removeFromDataProducts',
  effect: 'write',
  summary: 'Removes assets from data products.',
  input: (types) =>
    objectOf({ dataProductUrns: list(types.entityOf('dataProduct')), resourceUrns: list(types.entity()) }),
  needs: { on: ({ resourceUrns }) => resourceUrns, anyOf: [MEMBER_PRIVILEGE] },
  run: async ({ dataProductUrns: products, resourceUrns: assets }, work) => {
    await requireMembership({ products, assets }, work);
    await work.ingest(urnsOf(products).flatMap((urn) => takingFrom(urn, urnsOf(assets))));
  },
});
