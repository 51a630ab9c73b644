import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import { compareUrns, entityTypeOf, isUrn, urnParts, type Urn } from '../../model/urn.ts';
import { pathsTo, MAX_PATHS, type LineagePath } from './lineage-paths.ts';
import type { Reached, WalkOutcome } from './lineage-walk.ts';

/** A possible hit, with the reached entities that it represents: itself, or its columns. */
export interface LineageTarget {
  readonly urn: Urn;
  readonly degree: number;
  readonly degrees: readonly number[];
  readonly standsFor: readonly Reached[];
}

/** Possible hits of a walk, sorted by urn; with `columnsAsParents`, columns are replaced by their parents. */
export function lineageTargets(
  { reached }: WalkOutcome,
  columnsAsParents: boolean,
): ReadonlyMap<Urn, LineageTarget> {
  const byUrn = Map.groupBy(reached.values(), ({ urn }) =>
    columnsAsParents ? (parentOfColumn(urn) ?? urn) : urn,
  );
  const targets = [...byUrn].map(([urn, standsFor]): [Urn, LineageTarget] => {
    const degrees = [...new Set(standsFor.flatMap((one) => one.degrees))].sort((a, b) => a - b);
    return [urn, { urn, degree: degrees[0] ?? 0, degrees, standsFor }];
  });
  return new Map(targets.sort(([a], [b]) => compareUrns(a, b)));
}

/** Paths to all entities that a target represents, `MAX_PATHS` at most. */
export function pathsToTarget(
  start: Urn,
  { standsFor }: LineageTarget,
  { reached }: WalkOutcome,
): readonly LineagePath[] {
  const paths: LineagePath[] = [];
  for (const { urn } of standsFor) {
    if (paths.length >= MAX_PATHS) break;
    paths.push(...pathsTo(start, urn, reached, MAX_PATHS - paths.length));
  }
  return paths;
}

function parentOfColumn(urn: Urn): Urn | undefined {
  if (entityTypeOf(urn) !== COLUMN_TYPE) return undefined;
  const [parent = ''] = urnParts(urn).key;
  return isUrn(parent) ? parent : undefined;
}
