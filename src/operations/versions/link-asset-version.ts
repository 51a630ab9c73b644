import * as v from 'valibot';
import { requireOfType } from '../../model/version-set.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { addVersion } from './version-links.ts';
import { readAs, objectOf } from '../shapes.ts';

/**
 * Makes an asset the latest version of a set; the first version creates the set. Throws INVALID_REQUEST when the set is
 * for another entity type, or the asset is a version already.
 */
export const linkAssetVersion = defineOperation({
  name: 'linkAssetVersion',
  effect: 'write',
  summary: 'Makes an asset the latest version of a version set; the first version creates the set.',
  input: (types) =>
    v.pipe(
      objectOf({
        set: types.entityOf('versionSet'),
        asset: types.entity(),
        version: v.string(),
        comment: v.nullish(v.string()),
        /** Creation in the source system; by the caller unless an actor is given. */
        source: v.optional(objectOf({ time: v.number(), actor: v.optional(types.entity()) })),
      }),
      readAs((link) => {
        requireOfType(link.set.urn, link.asset.urn);
        return link;
      }),
    ),
  needs: { on: ({ asset }) => asset, anyOf: ['EDIT_ENTITY'] },
  run: async ({ set, asset, version, comment, source }, work) => {
    await requireEntities([asset], work);
    await addVersion(
      {
        set: set.urn,
        asset: asset.urn,
        version,
        ...(typeof comment === 'string' && { comment }),
        ...(source && { source: { time: source.time, actor: source.actor?.urn } }),
      },
      work,
    );
    return set;
  },
});
