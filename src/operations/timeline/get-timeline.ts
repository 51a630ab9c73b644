import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { CHANGE_CATEGORIES, type ChangeTransaction } from '../../model/timeline/timeline.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { VERSIONS } from '../../model/version-set.ts';
import type { TimelineInput } from '../../query/read-timeline.ts';
import { isVisibleByUrn } from '../../query/visibility/visibility.ts';
import { equalTo, findEntities } from '../search/find-entities.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { FLAG, NUMBER, URN, objectOf, oneOf } from '../shapes.ts';
import { readAspect } from '../stored.ts';
import type { Reading } from '../work.ts';
import { because } from '../../refusals.ts';

/** Maximum number of versions of an asset whose changes one timeline has. */
const MOST_VERSIONS = 50;

/** An entity or, with `includeVersionSet`, all versions of its version set. */
export interface AskedTimeline extends TimelineInput {
  readonly includeVersionSet?: boolean;
}

export interface Timeline {
  /** Oldest first. */
  readonly transactions: readonly ChangeTransaction[];
  /** Number of versions whose changes are omitted, because the set has too many. */
  readonly skippedVersionCount: number;
}

/**
 * Changes of an entity over time. Throws FORBIDDEN if the caller may not view the entity, or if it does not exist;
 * for a caller who may view any entity with this urn, the timeline of a missing one is empty.
 */
export const getTimeline = defineRead({
  name: 'getTimeline',
  summary: 'Lists the changes of an entity over time, oldest first.',
  input: () =>
    objectOf({
      urn: URN,
      categories: list(oneOf(CHANGE_CATEGORIES)),
      from: v.nullish(NUMBER, 0),
      to: v.nullish(NUMBER, Number.MAX_SAFE_INTEGER),
      includeVersionSet: v.nullish(FLAG, false),
    }),
  about: ({ urn }) => [urn],
  isLong: true,
  asOf: async (input, { read, sequence }, reading) => {
    const { includeVersionSet, ...own } = input;
    if (includeVersionSet) {
      throw invalidRequest(
        'A timeline as of a moment covers one entity. Omit includeVersionSet.',
        undefined,
        because('AS_OF_UNSUPPORTED'),
      );
    }
    await read([own.urn], []);
    const deletion = await reading.query.lastDeletion(own.urn, reading.scope);
    if (deletion !== undefined && deletion.sequence > sequence) {
      throw new CatalogError(
        'GONE',
        `The timeline of ${own.urn} does not go back to that moment: the entity or one of its aspects was deleted later, with its history.`,
        because('HISTORY_MISSING'),
      );
    }
    const transactions = await timelineOf(own, reading);
    return {
      transactions: transactions?.filter((transaction) => transaction.sequence <= sequence) ?? [],
      skippedVersionCount: 0,
    };
  },
  run: async ({ includeVersionSet, ...input }, reading): Promise<Timeline> => {
    const { query, scope } = reading;
    const own = await timelineOf(input, reading);
    if (own === undefined || !includeVersionSet) {
      return { transactions: own ?? [], skippedVersionCount: 0 };
    }
    const { others, skipped } = await otherVersions(input.urn, reading);
    const timelines = await Promise.all(others.map((urn) => query.timeline({ ...input, urn }, scope)));
    return {
      transactions: [own, ...timelines]
        .flatMap((timeline) => timeline ?? [])
        .sort(({ stamp: a }, { stamp: b }) => a.time - b.time),
      skippedVersionCount: skipped,
    };
  },
});

/** The changes of an entity; undefined if it does not exist and the caller may view any entity with this urn. */
async function timelineOf(input: TimelineInput, { actor, query, scope }: Reading) {
  const own = await query.timeline(input, scope);
  if (own !== undefined || isVisibleByUrn(scope, input.urn)) return own;
  throw new CatalogError(
    'FORBIDDEN',
    `Unauthorized to view the change history of ${input.urn}: no policy permits ${actor.urn} to view it, or it does not exist.`,
  );
}

/** The other versions of the entity that the caller may view; none if it is not in a version set. */
async function otherVersions(
  urn: Urn,
  reading: Reading,
): Promise<{ readonly others: readonly Urn[]; readonly skipped: number }> {
  const set = (await readAspect(urn, VERSIONS.ofAsset, reading))?.['versionSet'];
  if (typeof set !== 'string') return { others: [], skipped: 0 };
  const entityTypes = [entityTypeOf(urn)];
  const filter = [[equalTo('versionSet', set)]];
  const { entities, total } = await findEntities({ entityTypes, filter, count: MOST_VERSIONS }, reading);
  const others = entities.map((entity) => entity.urn).filter((other) => other !== urn);
  return { others, skipped: Math.max(0, total - others.length - 1) };
}
