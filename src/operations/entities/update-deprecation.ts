import * as v from 'valibot';
import { upsertOf } from '../../model/proposal-builders.ts';
import { given } from '../../util/given.ts';
import { columnUrn } from '../lineage/columns.ts';
import { requireAssets } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** Sets or clears the deprecation of entities and columns, all or none. */
export const updateDeprecation = defineOperation({
  name: 'updateDeprecation',
  effect: 'write',
  summary: 'Sets or clears the deprecation of entities and columns, all or none.',
  input: (types) =>
    objectOf({
      assets: v.array(types.asset()),
      deprecated: v.boolean(),
      /** Epoch ms. */
      decommissionTime: v.nullish(v.number()),
      note: v.nullish(v.string()),
      replacement: v.optional(types.entity()),
      /** Condition of each write, as in a proposal. */
      ifVersionMatch: v.nullish(v.string()),
    }),
  needs: {
    on: ({ assets }) => assets.map(({ entity }) => entity),
    anyOf: ['EDIT_DEPRECATION_PRIVILEGE'],
  },
  run: async ({ assets, deprecated, decommissionTime, ifVersionMatch, note, replacement }, work) => {
    await requireAssets(assets, work);
    const value = {
      deprecated,
      note: note ?? '',
      actor: work.actor.urn,
      ...given({ decommissionTime, replacement: replacement?.urn }),
    };
    const condition = given({ ifVersionMatch });
    await work.ingest(
      assets.map(({ entity: { urn }, fieldPath }) => {
        const deprecated = fieldPath === undefined ? urn : columnUrn(urn, fieldPath);
        return { ...upsertOf(deprecated, 'deprecation', value), condition };
      }),
    );
  },
});
