import * as v from 'valibot';
import { take } from '../../model/proposal-builders.ts';
import { text } from '../../util/json/json-members.ts';
import { requireAssets } from '../assets.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { changeOwners, ownerPath, ownershipTypeOf } from './stored-owners.ts';
import { objectOf } from '../shapes.ts';

/**
 * Removes owners from entities in one commit: of one ownership type if given, otherwise of any. Ignores urns that are
 * not owners. Throws NOT_FOUND for a missing entity.
 */
export const removeOwners = defineOperation({
  name: 'removeOwners',
  effect: 'write',
  summary: 'Removes owners from entities in one commit: of one ownership type if given, otherwise of any.',
  input: (types) =>
    objectOf({
      owners: list(types.entity()),
      ownershipTypeUrn: types.optionalEntityOf('ownershipType'),
      assets: v.array(types.asset()),
    }),
  needs: { on: ({ assets }) => assets.map(({ entity }) => entity), anyOf: ['EDIT_ENTITY_OWNERS'] },
  run: async ({ owners, ownershipTypeUrn: ownershipType, assets }, work) => {
    await requireAssets(assets, work);
    const gone = new Set<string>(owners.map(({ urn }) => urn));
    await changeOwners(assets, work, (stored) =>
      stored
        .filter((entry) => gone.has(text(entry['owner']) ?? ''))
        .filter((entry) => ownershipType === undefined || ownershipTypeOf(entry) === ownershipType.urn)
        .map((entry) => take(ownerPath(entry))),
    );
  },
});
