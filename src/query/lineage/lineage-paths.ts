import type { Urn } from '../../model/urn.ts';
import type { LineageStep } from './lineage-neighbours.ts';
import type { Reached } from './lineage-walk.ts';

/** Maximum number of paths to one entity. */
export const MAX_PATHS = 100;

/** Maximum number of partial paths to extend for one entity; beyond it, only the paths found so far are returned. */
const MAX_TRIED = 20_000;

/** A path as its steps, from the start to the end; at least one. */
export type LineagePath = readonly LineageStep[];

/** A partial path from `urn` to the end entity, as a linked list from start to end. */
interface Way {
  readonly urn: Urn;
  readonly rest: Way | undefined;
  /** Leads to `rest`; undefined at the end entity. */
  readonly step: LineageStep | undefined;
  /** Smallest degree on the path; an entity with a smaller one cannot be on it already. */
  readonly leastDegree: number;
}

/** Paths from the start of a walk to a reached entity, shortest first, without cycles. */
export function pathsTo(
  start: Urn,
  end: Urn,
  reached: ReadonlyMap<Urn, Reached>,
  maxPaths = MAX_PATHS,
): readonly LineagePath[] {
  const paths: LineagePath[] = [];
  const ways: Way[] = [{ urn: end, rest: undefined, step: undefined, leastDegree: degreeOf(end, reached) }];
  // Breadth first, backwards from the end.
  for (let next = 0; next < ways.length && next < MAX_TRIED && paths.length < maxPaths; next++) {
    const way = ways[next];
    if (way === undefined) break;
    for (const step of reached.get(way.urn)?.steps ?? []) {
      const longer = lengthened(way, step, start, reached);
      if (longer === undefined) continue;
      if (step.from === start) paths.push(stepsOf(longer));
      else ways.push(longer);
      if (paths.length >= maxPaths) break;
    }
  }
  return paths.length > 0 ? paths : [shortestPath(start, end, reached)];
}

/** Urns on a path, both ends included; as in DataHub, the query or job that creates a link is one of them. */
export function urnsOn(path: LineagePath): readonly Urn[] {
  const [first] = path;
  if (first === undefined) return [];
  return [first.from, ...path.flatMap(({ via, to }) => (via === undefined ? [to] : [via, to]))];
}

/** Path by which the walk first reached the entity. */
function shortestPath(start: Urn, end: Urn, reached: ReadonlyMap<Urn, Reached>): LineagePath {
  const steps: LineageStep[] = [];
  for (let step = reached.get(end)?.steps[0]; step !== undefined; step = reached.get(step.from)?.steps[0]) {
    steps.push(step);
    if (step.from === start) break;
  }
  return steps.reverse();
}

function lengthened(
  way: Way,
  step: LineageStep,
  start: Urn,
  reached: ReadonlyMap<Urn, Reached>,
): Way | undefined {
  const { from } = step;
  const degree = from === start ? 0 : degreeOf(from, reached);
  if (degree >= way.leastDegree && isOn(way, from)) return undefined;
  return { urn: from, rest: way, step, leastDegree: Math.min(degree, way.leastDegree) };
}

function degreeOf(urn: Urn, reached: ReadonlyMap<Urn, Reached>): number {
  return reached.get(urn)?.degree ?? 0;
}

function isOn(way: Way, urn: Urn): boolean {
  for (let at: Way | undefined = way; at !== undefined; at = at.rest) if (at.urn === urn) return true;
  return false;
}

function stepsOf(way: Way): LineagePath {
  const steps: LineageStep[] = [];
  for (let at: Way | undefined = way; at?.step !== undefined; at = at.rest) steps.push(at.step);
  return steps;
}
