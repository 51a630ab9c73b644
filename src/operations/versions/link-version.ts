import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { VERSIONS } from '../../model/version-set.ts';
import { editNeed } from '../edit-need.ts';
import { defineOperation } from '../operation.ts';
import { NUMBER, TEXT, URN, objectOf } from '../shapes.ts';
import { addVersion, type LinkedVersion } from './version-links.ts';

/** `linkAssetVersion` with the messages of REST. Returns what it wrote, the set included if the caller sees it. */
export const linkVersion = defineOperation({
  name: 'linkVersion',
  effect: 'write',
  summary: 'Makes an asset the latest version of a version set, and answers what was written.',
  /** `source`: its creation in the source system, by the caller unless an actor is given. */
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
