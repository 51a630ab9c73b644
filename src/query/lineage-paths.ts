import type { Urn } from '../model/urn.ts';
import type { LineageStep } from './lineage-neighbours.ts';
import type { Reached } from './lineage-walk.ts';

/** Most ways that are shown to one entity. */
export const MAX_PATHS = 100;

/** Ends of ways that are tried for one entity; beyond it only the ways found so far are shown. */
const MAX_TRIED = 20_000;

/** A way from `urn` on to the entity whose paths are looked for; the way is read from its beginning. */
interface Way {
  readonly urn: Urn;
  readonly rest: Way | undefined;
  /** What makes the link to `rest`, if that is known. */
  readonly via: Urn | undefined;
  /** No entity of the way has a smaller degree: one that has cannot be on it already. */
  readonly leastDegree: number;
}

/**
 * Ways from the start of a walk to an entity that it reached, the shortest first, no entity twice on one of them. Each
 * begins with the start and ends with the entity; between two columns stands what makes the link, as in DataHub.
 */
export function pathsTo(
  start: Urn,
  end: Urn,
  reached: ReadonlyMap<Urn, Reached>,
  maxPaths = MAX_PATHS,
): readonly (readonly Urn[])[] {
  const paths: (readonly Urn[])[] = [];
  const ways: Way[] = [{ urn: end, rest: undefined, via: undefined, leastDegree: degreeOf(end, reached) }];
  // Backwards from the end, all ways of one length before any longer one.
  for (let next = 0; next < ways.length && next < MAX_TRIED && paths.length < maxPaths; next++) {
    const way = ways[next];
    if (way === undefined) break;
    for (const step of reached.get(way.urn)?.steps ?? []) {
      const longer = lengthened(way, step, start, reached);
      if (longer === undefined) continue;
      if (step.from === start) paths.push(urnsOf(longer));
      else ways.push(longer);
      if (paths.length >= maxPaths) break;
    }
  }
  return paths.length > 0 ? paths : [shortestPath(start, end, reached)];
}

/** The way by which the walk first met the entity. */
function shortestPath(start: Urn, end: Urn, reached: ReadonlyMap<Urn, Reached>): readonly Urn[] {
  let way: Way = { urn: end, rest: undefined, via: undefined, leastDegree: 0 };
  for (let step = reached.get(end)?.steps[0]; step !== undefined; step = reached.get(way.urn)?.steps[0]) {
    way = { urn: step.from, rest: way, via: step.via, leastDegree: 0 };
    if (step.from === start) break;
  }
  return urnsOf(way);
}

function lengthened(
  way: Way,
  { from, via }: LineageStep,
  start: Urn,
  reached: ReadonlyMap<Urn, Reached>,
): Way | undefined {
  const degree = from === start ? 0 : degreeOf(from, reached);
  if (degree >= way.leastDegree && isOn(way, from)) return undefined;
  return { urn: from, rest: way, via, leastDegree: Math.min(degree, way.leastDegree) };
}

function degreeOf(urn: Urn, reached: ReadonlyMap<Urn, Reached>): number {
  return reached.get(urn)?.degree ?? 0;
}

function isOn(way: Way, urn: Urn): boolean {
  for (let at: Way | undefined = way; at !== undefined; at = at.rest) if (at.urn === urn) return true;
  return false;
}

function urnsOf(way: Way): readonly Urn[] {
  const urns: Urn[] = [];
  for (let at: Way | undefined = way; at !== undefined; at = at.rest) {
    urns.push(at.urn);
    if (at.via !== undefined) urns.push(at.via);
  }
  return urns;
}
