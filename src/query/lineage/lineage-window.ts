import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import { COLUMN_RELATIONSHIP } from '../../model/relationships/column-links.ts';
import {
  columnPair,
  type LinkReader,
  type StatedLink,
  type StatedLinks,
} from '../../search/links/stated-links.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { inStepsOfRead } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { readInParts } from '../read-in-parts.ts';
import type { LineageNeighbours, LineageStep } from './lineage-neighbours.ts';
import type { LineageWindow } from './lineage-query.ts';
import type { MetadataQuery } from '../metadata-query.ts';

export interface LinkParts {
  readonly linksOf: LinkReader;
  readonly getEntities: MetadataQuery['getEntities'];
  readonly registry: EntityRegistry;
}

/**
 * Links that aspects state for each step, with all details; several entries if several aspects state the same link. If
 * one aspect states a pair of columns several times, only the first.
 */
export async function linksBehind(
  steps: readonly LineageStep[],
  scope: Scope,
  parts: LinkParts,
): Promise<ReadonlyMap<LineageStep, readonly StatedLink[]>> {
  const byHolder = Map.groupBy(steps, ({ statedBy }) => statedBy);
  const found = new Map<LineageStep, readonly StatedLink[]>(steps.map((step) => [step, []]));
  for await (const entities of readInParts([...byHolder.keys()], undefined, scope, parts)) {
    for (const [holder, aspects] of entities) {
      const ofHolder = byHolder.get(holder) ?? [];
      const byEnds = new Map<string, StatedLink[]>();
      for (const aspect of aspects.values()) {
        for (const link of linksOfSteps(await inStepsOfRead(parts.linksOf(aspect)), ofHolder)) {
          const key = endsKey(link.type, link.source, link.destination);
          const known = byEnds.get(key);
          if (known === undefined) byEnds.set(key, [link]);
          else known.push(link);
        }
      }
      for (const step of ofHolder) {
        const { type, from, to } = step;
        const there = byEnds.get(endsKey(type, from, to)) ?? [];
        const back = byEnds.get(endsKey(type, to, from)) ?? [];
        found.set(step, [...(found.get(step) ?? []), ...there, ...back]);
      }
      if (isTurnOver()) await nextTurnOfRead();
    }
  }
  return found;
}

/** All own links, and the pairs of columns that are the ends of a step. */
function* linksOfSteps({ own, columns }: StatedLinks, steps: readonly LineageStep[]): Generator<StatedLink> {
  yield* own;
  if (columns.length === 0) return;
  const wanted = endsOf(steps);
  for (const { downstreams, upstreams, via } of columns) {
    const stated = new Set(upstreams);
    for (const source of downstreams) {
      const destinations = wanted.get(source);
      if (destinations === undefined) continue;
      const [few, many] = destinations.size < stated.size ? [destinations, stated] : [stated, destinations];
      for (const destination of few) {
        if (!many.has(destination)) continue;
        destinations.delete(destination);
        yield columnPair(source, destination, via);
      }
    }
  }
}

/** For each end of steps between columns, the other ends, in both directions. */
function endsOf(steps: readonly LineageStep[]): ReadonlyMap<Urn, Set<Urn>> {
  const ends = new Map<Urn, Set<Urn>>();
  for (const { from, to, type } of steps) {
    if (type !== COLUMN_RELATIONSHIP) continue;
    ends.set(from, (ends.get(from) ?? new Set()).add(to));
    ends.set(to, (ends.get(to) ?? new Set()).add(from));
  }
  return ends;
}

/** Of several statements of a link, the one changed last. */
export function latestOf(links: readonly StatedLink[]): StatedLink | undefined {
  return links.reduce<StatedLink | undefined>(
    (best, link) => (best === undefined || lastTouched(link) > lastTouched(best) ? link : best),
    undefined,
  );
}

/** Restricts neighbours to those with a link in a time window. */
export function neighboursWithin(
  neighbours: LineageNeighbours,
  window: LineageWindow,
  parts: LinkParts,
): LineageNeighbours {
  if (window.startTimeMillis === undefined && window.endTimeMillis === undefined) return neighbours;
  return async function* within(urns, direction, scope) {
    for await (const steps of neighbours(urns, direction, scope)) {
      const links = await linksBehind(steps, scope, parts);
      yield steps.filter((step) => links.get(step)?.some((link) => isWithin(link, window)) ?? false);
    }
  };
}

/** Whether a user created the link manually in DataHub's user interface. */
export function isManual({ properties }: Pick<StatedLink, 'properties'>): boolean {
  return properties?.['source'] === 'UI';
}

/** As in DataHub: created before the end and last updated after the start, if known; manual links always match. */
function isWithin(
  link: StatedLink,
  { startTimeMillis = 0, endTimeMillis = Infinity }: LineageWindow,
): boolean {
  const { createdOn = 0, updatedOn = 0 } = link;
  if (isManual(link)) return true;
  return createdOn <= endTimeMillis && (updatedOn === 0 || updatedOn >= startTimeMillis);
}

function endsKey(type: string, source: Urn, destination: Urn): string {
  return `${type} ${source} ${destination}`;
}

function lastTouched({ createdOn = 0, updatedOn = 0 }: StatedLink): number {
  return Math.max(createdOn, updatedOn);
}
