import * as v from 'valibot';
import { requireOfType } from '../../model/version-set.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { addVersion } from './version-links.ts';
import { NUMBER, TEXT, described, objectOf, readAs } from '../shapes.ts';

/**
 * Makes an asset the latest version of a set; the first version creates the set. Throws INVALID_REQUEST if the set is
 * for another entity type, or the asset is already a version.
 */
export const linkAssetVersion = defineOperation({
  name: 'linkAssetVersion',
  effect: 'write',
  summary: 'Makes an asset the latest version of a version set; the first version creates the set.',
  input: (types) =>
    v.pipe(
      objectOf({
        versionSet: described(
          'Urn of the version set; it contains the entity type of the versions.',
          types.entityOf('versionSet'),
        ),
        linkedEntity: described('Urn of the asset.', types.entity()),
        version: described('Name of the version.', TEXT),
        comment: v.nullish(TEXT),
        sourceTimestamp: v.nullish(described('Creation in the source, in epoch milliseconds.', NUMBER)),
        sourceCreator: described(
          'Urn of the actor who created it in the source; default: you. Ignored without `sourceTimestamp`.',
          types.optionalEntity(),
        ),
      }),
      readAs((link) => {
        requireOfType(link.versionSet.urn, link.linkedEntity.urn);
        return link;
      }),
    ),
  needs: { on: ({ linkedEntity }) => linkedEntity, anyOf: ['EDIT_ENTITY'] },
  run: async (input, work) => {
    const {
      versionSet: set,
      linkedEntity: asset,
      version,
      comment,
      sourceTimestamp: time,
      sourceCreator,
    } = input;
    await requireEntities([asset], work);
    await addVersion(
      {
        set: set.urn,
        asset: asset.urn,
        version,
        ...(typeof comment === 'string' && { comment }),
        ...(typeof time === 'number' && { source: { time, actor: sourceCreator?.urn } }),
      },
      work,
    );
    return set;
  },
});
