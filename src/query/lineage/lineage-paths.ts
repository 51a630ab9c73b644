import type { Urn } from '../../model/urn.ts';
import type { LineageStep } from './lineage-neighbours.ts';
import type { Reached } from './lineage-walk.ts';

/** Maximum number of paths to one entity. */
export const MAX_PATHS = 100;

/** Maximum number of partial paths to extend for one entity; beyond it, only the paths found so far are returned. */
const MAX_TRIED = 20_000;

/** A partial path from `urn` to the end entity, as a linked list from start to end. */
interface Way {
  readonly urn: Urn;
  readonly rest: Way | undefined;
  /** Query or job that creates the link to `rest`, if known. */
  readonly via: Urn | undefined;
  /** Smallest degree on the path; an entity with a smaller one cannot be on it already. */
  readonly leastDegree: number;
}

/**
 * Paths from the start of a walk to a reached entity, shortest first, without cycles. Each begins with the start and
 * ends with the entity; as in DataHub, the query or job that creates a link between columns is part of the path.
 */
export function pathsTo(
  start: Urn,
  end: Urn,
  reached: ReadonlyMap<Urn, Reached>,
  maxPaths = MAX_PATHS,
): readonly (readonly Urn[])[] {
  const paths: (readonly Urn[])[] = [];
  const ways: Way[] = [{ urn: end, rest: undefined, via: undefined, leastDegree: degreeOf(end, reached) }];
  // Breadth first, backwards from the end.
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

/** Path by which the walk first reached the entity. */
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
