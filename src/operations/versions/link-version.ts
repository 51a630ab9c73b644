import { CatalogError } from '../../errors.ts';
import { editNeed } from '../edit-need.ts';
import { defineModelled } from '../operation.ts';
import { addVersion } from './version-links.ts';
import type { LinkedVersion } from './version-links.ts';

/** `linkAssetVersion` with the messages of REST. Returns what it wrote. */
export const linkVersion = defineModelled({
  name: 'linkVersion',
  effect: 'write',
  ...editNeed(({ asset }: LinkedVersion) => [asset]),
  run: async (link: LinkedVersion, work) => {
    const { set, asset } = link;
    if (!(await work.query.existing([asset], work.scope)).has(asset)) {
      throw new CatalogError('NOT_FOUND', `Cannot link ${asset} to ${set}: the asset does not exist.`);
    }
    return addVersion(link, work);
  },
});
