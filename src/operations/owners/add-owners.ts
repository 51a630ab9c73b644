import * as v from 'valibot';
import { put } from '../../model/proposal-builders.ts';
import { requireAssets } from '../assets.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { changeOwners, ownerInput, ownerKey, ownerPath, requireOwners } from './stored-owners.ts';
import { objectOf } from '../shapes.ts';

/**
 * Adds owners to entities in one commit; existing owners of the same ownership type stay unchanged. Throws NOT_FOUND for
 * a missing entity, owner or ownership type.
 */
export const addOwners = defineOperation({
  name: 'addOwners',
  effect: 'write',
  summary: 'Adds owners to entities in one commit.',
  input: (types) => objectOf({ owners: list(ownerInput(types)), assets: v.array(types.asset()) }),
  needs: { on: ({ assets }) => assets.map(({ entity }) => entity), anyOf: ['EDIT_ENTITY_OWNERS'] },
  run: async ({ owners, assets }, work) => {
    await requireAssets(assets, work);
    await requireOwners(owners, work);
    await changeOwners(assets, work, (stored) => {
      const known = new Set(stored.map(ownerKey));
      return owners
        .filter((owner) => !known.has(ownerKey(owner)))
        .map((owner) => put(ownerPath(owner), { ...owner }));
    });
  },
});
