import { invalidRequest } from '../../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { because } from '../../refusals.ts';

/** Location at which a lineage edge between two entity types is stored. */
export interface LineagePlace {
  /** The end of the edge that has the aspect. */
  readonly keptAt: 'upstream' | 'downstream';
  readonly aspectName: string;
  /** Member with the list of edges. */
  readonly list: string;
  /** Member of an edge that names the other end. */
  readonly key: 'dataset' | 'destinationUrn';
  /** Older list of urns, which sources may also use to name the other end. */
  readonly olderList?: string;
  /** Initial value of the aspect. Absent if the aspect has other members: then it must already exist. */
  readonly empty?: JsonObject;
}

const JOB = { aspectName: 'dataJobInputOutput', key: 'destinationUrn' } as const;
const EMPTY_JOB = { inputDatasets: [], outputDatasets: [] };

/** By downstream and upstream entity type. */
const PLACES: Readonly<Record<string, LineagePlace>> = {
  'dataset dataset': {
    keptAt: 'downstream',
    aspectName: 'upstreamLineage',
    list: 'upstreams',
    key: 'dataset',
    empty: { upstreams: [] },
  },
  'dataset dataJob': {
    ...JOB,
    keptAt: 'upstream',
    list: 'outputDatasetEdges',
    olderList: 'outputDatasets',
    empty: EMPTY_JOB,
  },
  'dataJob dataset': {
    ...JOB,
    keptAt: 'downstream',
    list: 'inputDatasetEdges',
    olderList: 'inputDatasets',
    empty: EMPTY_JOB,
  },
  'dataJob dataJob': {
    ...JOB,
    keptAt: 'downstream',
    list: 'inputDatajobEdges',
    olderList: 'inputDatajobs',
    empty: EMPTY_JOB,
  },
  'chart dataset': {
    keptAt: 'downstream',
    aspectName: 'chartInfo',
    list: 'inputEdges',
    key: 'destinationUrn',
    olderList: 'inputs',
  },
  'dashboard dataset': {
    keptAt: 'downstream',
    aspectName: 'dashboardInfo',
    list: 'datasetEdges',
    key: 'destinationUrn',
    olderList: 'datasets',
  },
  'dashboard chart': {
    keptAt: 'downstream',
    aspectName: 'dashboardInfo',
    list: 'chartEdges',
    key: 'destinationUrn',
    olderList: 'charts',
  },
};

/** Location of an edge; throws INVALID_REQUEST for entity types that cannot be linked. */
export function lineagePlace(downstream: EntityReference, upstream: EntityReference): LineagePlace {
  const types = `${downstream.entityType} ${upstream.entityType}`;
  const place = Object.hasOwn(PLACES, types) ? PLACES[types] : undefined;
  if (place !== undefined) return place;
  throw invalidRequest(
    `Cannot edit lineage from ${upstream.urn} to ${downstream.urn}: a ${downstream.entityType} cannot have a ${upstream.entityType} upstream. Use datasets, data jobs, charts and dashboards.`,
    undefined,
    because('LINEAGE_UNFIT', { upstream: upstream.entityType, downstream: downstream.entityType }),
  );
}

/** Adds edges, by the urn of the other end; returns the same object if all exist already. */
export function withLinks(
  value: JsonObject,
  place: LineagePlace,
  links: ReadonlyMap<string, JsonObject>,
): JsonObject {
  const known = new Set(
    listsOf(place).flatMap(([list, key]) => listOf(value[list]).map((element) => named(element, key))),
  );
  const added = [...links].flatMap(([other, link]) => (known.has(other) ? [] : [link]));
  return added.length === 0 ? value : { ...value, [place.list]: [...listOf(value[place.list]), ...added] };
}

/** Removes all edges to the other ends; returns the same object if there are none. */
export function withoutLinks(
  value: JsonObject,
  place: LineagePlace,
  others: ReadonlySet<unknown>,
): JsonObject {
  let left = value;
  for (const [list, key] of listsOf(place)) {
    const before = listOf(value[list]);
    const after = before.filter((element) => !others.has(named(element, key)));
    if (after.length < before.length) left = { ...left, [list]: after };
  }
  return left;
}

/** The members that may name the other end, with the key of an edge. */
function listsOf({ key, list, olderList }: LineagePlace): readonly (readonly [string, string | undefined])[] {
  return olderList === undefined
    ? [[list, key]]
    : [
        [list, key],
        [olderList, undefined],
      ];
}

/** Urn of the other end. An element of an older list is a urn, or a union that holds one. */
function named(element: JsonValue, key: string | undefined): unknown {
  if (!isJsonObject(element)) return element;
  return key === undefined ? Object.values(element)[0] : element[key];
}

function listOf(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
