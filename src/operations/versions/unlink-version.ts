import type { Urn } from '../../model/urn.ts';
import type { NewVersion } from '../../model/version-set.ts';
import { editNeed } from '../edit-need.ts';
import { defineOperation } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';
import { removeVersion } from './version-links.ts';

type Version = Pick<NewVersion, 'set' | 'asset'>;

/** Removes an asset from a version set, with DataHub's REST messages. Returns the entities that lost an aspect. */
export const unlinkVersion = defineOperation({
  name: 'unlinkVersion',
  effect: 'write',
  summary: 'Removes an asset from a version set, and returns the entities that lost an aspect.',
  input: () => objectOf({ set: URN, asset: URN }),
  ...editNeed(({ asset }: Version) => [asset]),
  run: async ({ set, asset }, work): Promise<readonly Urn[]> => {
    const before = await work.query.existing([set], work.anyScope);
    await removeVersion({ set, asset }, work);
    return [asset, ...before.difference(await work.query.existing([set], work.anyScope))];
  },
});
