import { defineOperation } from '../operation.ts';
import { removeVersion } from './version-links.ts';
import { objectOf } from '../shapes.ts';

/**
 * Removes an asset from a set of versions. If the latest is removed, the version before it becomes the latest;
 * removing the last one deletes the set.
 */
export const unlinkAssetVersion = defineOperation({
  name: 'unlinkAssetVersion',
  effect: 'write',
  summary: 'Removes an asset from a version set; after the latest, the one before it becomes the latest.',
  input: (types) => objectOf({ versionSet: types.entityOf('versionSet'), unlinkedEntity: types.entity() }),
  needs: { on: ({ unlinkedEntity }) => unlinkedEntity, anyOf: ['EDIT_ENTITY'] },
  run: async ({ versionSet: set, unlinkedEntity: asset }, work) => {
    await removeVersion({ set: set.urn, asset: asset.urn }, work);
    return set;
  },
});
