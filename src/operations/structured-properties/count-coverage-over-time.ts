import { setImmediate as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { EVERY_CHANGE, type ChangeFilter } from '../../query/changes/change-query.ts';
import { DEFAULT_ASSETS_FLAGS, type MetadataQuery } from '../../query/metadata-query.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { list } from '../input-types.ts';
import { READ } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { NUMBER, TEXT, URN, described, objectOf } from '../shapes.ts';
import { checkWholeNumber } from '../../util/whole-number.ts';
import { equalTo, plainSearch } from '../search/find-entities.ts';
import { Counting, totalOf } from './coverage-counts.ts';
import { PastStates, assetState, pastCoverage, type CoveragePoint } from './past-coverage.ts';
import { MOST_PROPERTIES, checkProperties, chosenProperties, reachOf, type Reach } from './property-reach.ts';
import { readBack } from './read-back.ts';
import { because } from '../../refusals.ts';

/** Maximum and default number of days to go back. */
const MOST_DAYS = 366;
const DEFAULT_DAYS = 30;

/** Maximum and default number of points. */
const MOST_POINTS = 61;
const DEFAULT_POINTS = 31;

/** Maximum number of created entities read; with more, the history begins later. */
const MOST_CREATED = 10_000;

/** Assets per search. */
const PAGE = 1_000;

const DAY_MS = 86_400_000;
const ASSET_ASPECTS = ['status', STRUCTURED_PROPERTY.assignmentAspect];

/** Coverage of a property at several times. */
export interface PropertyCoverageOverTime {
  readonly property: Urn;
  /** Oldest first, at least one; the last one is now. */
  readonly points: readonly CoveragePoint[];
}

/** Coverage of properties at several times. */
export interface CoverageOverTime {
  /** Epoch ms of the first point that is known; later than requested if the change log does not reach back, or is too long to read. */
  readonly since: number;
  readonly properties: readonly PropertyCoverageOverTime[];
}

/**
 * Coverage of properties at evenly spaced times up to now, of the assets that exist now: those deleted for good never count, and
 * values of a former generation of a property count for nothing. The definition of now decides to which assets a property
 * applies.
 */
export const countCoverageOverTime = defineProtected({
  name: 'countCoverageOverTime',
  effect: 'read',
  summary: 'Counts the assets with a value of structured properties at several times, from the history.',
  needs: READ,
  isLong: true,
  input: () =>
    objectOf({
      properties: v.nullish(
        described(
          `Urns of at most ${MOST_PROPERTIES} properties; default: those that are search filters.`,
          list(URN),
        ),
      ),
      entityTypes: v.nullish(
        described('Names of entity types to count; default: all to which a property applies.', list(TEXT)),
      ),
      days: v.nullish(
        described(`Number of days to go back, from 1 to ${MOST_DAYS}; default: ${DEFAULT_DAYS}.`, NUMBER),
        DEFAULT_DAYS,
      ),
      points: v.nullish(
        described(
          `Number of evenly spaced points, from 2 to ${MOST_POINTS}; default: ${DEFAULT_POINTS}.`,
          NUMBER,
        ),
        DEFAULT_POINTS,
      ),
    }),
  limits: ({ days, entityTypes, points, properties }, { registry }) => {
    checkProperties(properties);
    checkWholeNumber('days', days, 1, MOST_DAYS);
    checkWholeNumber('points', points, 2, MOST_POINTS);
    const unknown = entityTypes?.find((name) => registry.findEntity(name) === undefined);
    if (unknown !== undefined) {
      throw invalidRequest(
        `Unknown entity type '${unknown}'. Use a name such as dataset.`,
        'entityTypes',
        because('ENTITY_TYPE_UNKNOWN', { name: unknown, closest: '' }),
      );
    }
  },
  run: async (
    { days, entityTypes, points, properties },
    { query, scope, services: { changes, reader }, settings: { now, registry } },
  ): Promise<CoverageOverTime> => {
    const reaches = chosenProperties(properties, query, scope).map((state) => {
      const reach = reachOf(state, registry);
      const types = entityTypes ? reach.types.filter((type) => entityTypes.includes(type)) : reach.types;
      return { ...reach, types, generation: state.generation };
    });
    const time = now();
    const step = (days * DAY_MS) / (points - 1);
    const times = Array.from({ length: points - 1 }, (_, i) => time - (points - 1 - i) * step);
    const types = [...new Set(reaches.flatMap((reach) => reach.types))];
    const created = await createdSince(reader, times);
    const known =
      types.length === 0
        ? { times: created.times, events: [] }
        : await readBack(changes, created.times, filterFor(types), scope);
    const changed = new Changed(known.events, created.urns, { query, scope });
    const counting = new Counting({ query, scope, by: '_entityType', filter: [] });
    const counted: PropertyCoverageOverTime[] = [];
    for (const { generation, ...reach } of reaches) {
      const isDefinition = (event: ChangeEvent): boolean =>
        event.urn === reach.urn && event.sequence === generation;
      const defined = known.events.find(isDefinition)?.time ?? created.urns.get(reach.urn) ?? -Infinity;
      const current = {
        time,
        present: totalOf(await counting.of(reach, reach.name)),
        possible: totalOf(await counting.of(reach)),
      };
      const earlier = known.times.filter((at) => at > defined);
      const assets = await changed.within(reach);
      counted.push({ property: reach.urn, points: pastCoverage(reach.urn, current, earlier, assets) });
      await pause();
    }
    return { since: known.times[0] ?? time, properties: counted };
  },
});

/** The changes that decide the coverage of assets of these types, and those of definitions. */
function filterFor(types: readonly string[]): ChangeFilter {
  return {
    ...EVERY_CHANGE,
    entityTypes: [...types, STRUCTURED_PROPERTY.entityType],
    aspects: [...ASSET_ASPECTS, STRUCTURED_PROPERTY.definitionAspect],
  };
}

/**
 * The entities created since the first of the times (epoch ms, oldest first), with their own times. With too many of them, the
 * times begin after those that are not read.
 */
async function createdSince(
  reader: Pick<SystemReader, 'newestEntities'>,
  times: readonly number[],
): Promise<{ readonly times: readonly number[]; readonly urns: ReadonlyMap<Urn, number> }> {
  const newest = await reader.newestEntities(MOST_CREATED);
  const last = newest.length < MOST_CREATED ? undefined : newest.at(-1);
  const known = times.filter((time) => last === undefined || time > last.createdOn);
  const first = known[0] ?? Infinity;
  const since = newest.filter(({ createdOn }) => createdOn >= first);
  return { times: known, urns: new Map(since.map(({ createdOn, urn }) => [urn, createdOn])) };
}

/** Dependencies of {@link Changed}. */
interface ChangedParts {
  readonly query: MetadataQuery;
  readonly scope: Scope;
}

/** The assets that were created or have changed, by the reach of properties. */
class Changed {
  readonly #parts: ChangedParts;
  readonly #created: ReadonlyMap<Urn, number>;
  readonly #byUrn: ReadonlyMap<Urn, readonly ChangeEvent[]>;
  readonly #asked = new Map<string, Promise<readonly PastStates[]>>();

  /** `created`: the created ones with their times (epoch ms). */
  constructor(events: readonly ChangeEvent[], created: ReadonlyMap<Urn, number>, parts: ChangedParts) {
    this.#parts = parts;
    this.#created = created;
    this.#byUrn = Map.groupBy(events, ({ urn }) => urn);
  }

  /** Those in reach that exist, soft-deleted ones included. */
  within({ platforms, types }: Reach): Promise<readonly PastStates[]> {
    const key = JSON.stringify([types, platforms]);
    const states = this.#asked.get(key) ?? this.#read(types, platforms);
    this.#asked.set(key, states);
    return states;
  }

  async #read(types: readonly string[], platforms: readonly string[]): Promise<readonly PastStates[]> {
    const { query, scope } = this.#parts;
    const known = new Set([...this.#created.keys(), ...this.#byUrn.keys()]);
    const urns = [...known].filter((urn) => types.includes(entityTypeOf(urn)));
    const states: PastStates[] = [];
    for (let start = 0; start < urns.length; start += PAGE) {
      const found = await this.#found(urns.slice(start, start + PAGE), types, platforms);
      const stored = await query.getEntities(found, ASSET_ASPECTS, scope);
      for (const urn of found) {
        const aspects = stored.get(urn);
        const [status, assigned] = ASSET_ASPECTS.map((name) => aspects?.get(name)?.value);
        states.push(
          new PastStates(assetState(status, assigned), this.#byUrn.get(urn) ?? [], this.#created.get(urn)),
        );
      }
      await pause();
    }
    return states;
  }

  /** Of these assets, those that a search would find if none were soft-deleted. */
  async #found(
    urns: readonly Urn[],
    entityTypes: readonly string[],
    platforms: readonly string[],
  ): Promise<readonly Urn[]> {
    const { query, scope } = this.#parts;
    const filter = [
      [equalTo('urn', ...urns), ...(platforms.length === 0 ? [] : [equalTo('platform', ...platforms)])],
    ];
    const search = plainSearch({ entityTypes, query: '*', filter, count: urns.length });
    const flags = { ...DEFAULT_ASSETS_FLAGS, includeSoftDeleted: true };
    const { hits } = await query.search({ ...search, flags }, scope);
    return hits.map(({ urn }) => urn);
  }
}
