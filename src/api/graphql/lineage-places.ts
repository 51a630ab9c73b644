import { invalidRequest } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { isJsonObject } from '../../util/json.ts';
import type { EntityReference } from './entity-reference.ts';

/** Where a link between entities of two types is kept. */
export interface LineagePlace {
  /** Which end of the link has the aspect. */
  readonly keptAt: 'upstream' | 'downstream';
  readonly aspectName: string;
  /** The list of links. */
  readonly list: string;
  /** The member of a link that names the other end. */
  readonly key: 'dataset' | 'destinationUrn';
  /** An older list, of urns, in which sources may name the other end, too. */
  readonly olderList?: string;
  /** The aspect before it says anything; absent: it says more than links, and must be there. */
  readonly empty?: JsonObject;
}

const JOB = { aspectName: 'dataJobInputOutput', key: 'destinationUrn' } as const;
const EMPTY_JOB = { inputDatasets: [], outputDatasets: [] };

/** By the types of the downstream and of the upstream end. */
const PLACES: Readonly<Record<string, LineagePlace>> = {
  'dataset dataset': {
    ...{ keptAt: 'downstream', aspectName: 'upstreamLineage', list: 'upstreams', key: 'dataset' },
    empty: { upstreams: [] },
  },
  'dataset dataJob': {
    ...{ ...JOB, keptAt: 'upstream', list: 'outputDatasetEdges', olderList: 'outputDatasets' },
    empty: EMPTY_JOB,
  },
  'dataJob dataset': {
    ...{ ...JOB, keptAt: 'downstream', list: 'inputDatasetEdges', olderList: 'inputDatasets' },
    empty: EMPTY_JOB,
  },
  'dataJob dataJob': {
    ...{ ...JOB, keptAt: 'downstream', list: 'inputDatajobEdges', olderList: 'inputDatajobs' },
    empty: EMPTY_JOB,
  },
  'chart dataset': {
    ...{ keptAt: 'downstream', aspectName: 'chartInfo', list: 'inputEdges', key: 'destinationUrn' },
    olderList: 'inputs',
  },
  'dashboard dataset': {
    ...{ keptAt: 'downstream', aspectName: 'dashboardInfo', list: 'datasetEdges', key: 'destinationUrn' },
    olderList: 'datasets',
  },
  'dashboard chart': {
    ...{ keptAt: 'downstream', aspectName: 'dashboardInfo', list: 'chartEdges', key: 'destinationUrn' },
    olderList: 'charts',
  },
};

/** Where a link is kept; INVALID_REQUEST for types between which nobody can make one. */
export function lineagePlace(downstream: EntityReference, upstream: EntityReference): LineagePlace {
  const types = `${downstream.entityType} ${upstream.entityType}`;
  const place = Object.hasOwn(PLACES, types) ? PLACES[types] : undefined;
  if (place !== undefined) return place;
  throw invalidRequest(
    `Cannot make lineage from ${upstream.urn} to ${downstream.urn}: a ${downstream.entityType} does not come from a ${upstream.entityType}. Ends can be datasets, jobs, charts and dashboards.`,
  );
}

/** The aspect with a link to the other end; the same object when it has one. */
export function withLink(
  value: JsonObject,
  place: LineagePlace,
  other: string,
  link: JsonObject,
): JsonObject {
  if (names(value[place.list], place.key, other) || names(value[place.olderList ?? ''], undefined, other)) {
    return value;
  }
  return { ...value, [place.list]: [...listOf(value[place.list]), link] };
}

/** The aspect without links to the other end; the same object when it has none. */
export function withoutLink(value: JsonObject, place: LineagePlace, other: string): JsonObject {
  let left = value;
  const lists = [[place.list, place.key] as const, [place.olderList ?? '', undefined] as const];
  for (const [list, key] of lists) {
    if (names(value[list], key, other)) {
      left = { ...left, [list]: listOf(value[list]).filter((element) => named(element, key) !== other) };
    }
  }
  return left;
}

function names(list: unknown, key: string | undefined, other: string): boolean {
  return listOf(list).some((element) => named(element, key) === other);
}

/** An element of an older list is a urn, or a union that holds one. */
function named(element: JsonValue, key: string | undefined): unknown {
  if (!isJsonObject(element)) return element;
  return key === undefined ? Object.values(element)[0] : element[key];
}

function listOf(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
