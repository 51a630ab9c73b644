import { defineOperation } from '../operation.ts';
import { removeVersion } from './version-links.ts';
import { objectOf } from '../shapes.ts';

/**
 * Removes an asset from a set of versions. The version before a removed latest becomes latest; the last one ends the
 * set.
 */
export const unlinkAssetVersion = defineOperation({
  name: 'unlinkAssetVersion',
  effect: 'write',
  summary: 'Removes an asset from a version set; the version before becomes the latest.',
  input: (types) => objectOf({ versionSet: types.entityOf('versionSet'), unlinkedEntity: types.entity() }),
  needs: { on: ({ unlinkedEntity }) => unlinkedEntity, anyOf: ['EDIT_ENTITY'] },
  run: async ({ versionSet: set, unlinkedEntity: asset }, work) => {
    await removeVersion({ set: set.urn, asset: asset.urn }, work);
    return set;
  },
});
