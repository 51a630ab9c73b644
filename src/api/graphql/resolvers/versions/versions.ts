import { linkAssetVersion } from '../../../../operations/versions/link-asset-version.ts';
import { unlinkAssetVersion } from '../../../../operations/versions/unlink-asset-version.ts';
import { bind } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations that link and unlink versions of assets. */
export const VERSION_MUTATIONS = {
  linkAssetVersion: bind(
    linkAssetVersion,
    ({ input: { versionSet, linkedEntity, version, comment, sourceTimestamp, sourceCreator } }) => ({
      set: versionSet,
      asset: linkedEntity,
      version,
      comment,
      source:
        typeof sourceTimestamp === 'number'
          ? { time: sourceTimestamp, actor: sourceCreator ?? undefined }
          : undefined,
    }),
    { present: (set) => set },
  ),
  unlinkAssetVersion: bind(
    unlinkAssetVersion,
    ({ input: { versionSet, unlinkedEntity } }) => ({ set: versionSet, asset: unlinkedEntity }),
    { present: (set) => set },
  ),
} satisfies Partial<Resolvers['Mutation']>;
