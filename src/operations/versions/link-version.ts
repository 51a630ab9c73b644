import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { VERSIONS } from '../../model/version-set.ts';
import { editNeed } from '../edit-need.ts';
import { defineOperation } from '../operation.ts';
import { NUMBER, TEXT, URN, objectOf } from '../shapes.ts';
import { addVersion, type LinkedVersion } from './version-links.ts';

/**
 * Makes an asset the latest version of a set, with DataHub's REST messages. Returns the written entities, including
 * the set if the caller may see it.
 */
export const linkVersion = defineOperation({
  name: 'linkVersion',
  effect: 'write',
  summary: 'Makes an asset the latest version of a version set, and returns the written aspects.',
  /** `source`: its creation in the source system; default actor: the caller. */
  input: () =>
    objectOf({
      set: URN,
      asset: URN,
      version: TEXT,
      comment: v.exactOptional(TEXT),
      source: v.optional(objectOf({ time: NUMBER, actor: v.optional(URN) })),
    }),
  ...editNeed(({ asset }: LinkedVersion) => [asset]),
  run: async (link, work) => {
    const { set, asset } = link;
    if (!(await work.query.existing([asset], work.scope)).has(asset)) {
      throw new CatalogError('NOT_FOUND', `Cannot link ${asset} to ${set}: the asset does not exist.`);
    }
    const { results } = await addVersion(link, work);
    const ofSet = (await work.query.getEntities([set], [VERSIONS.ofSet], work.anyScope)).get(set);
    const written = [...(ofSet?.values() ?? [])].map((aspect) => ({
      urn: set,
      aspectName: VERSIONS.ofSet,
      outcome: 'written' as const,
      aspect,
    }));
    return { results: [...results, ...written] };
  },
});
