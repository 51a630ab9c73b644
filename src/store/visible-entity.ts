import { UNTOLD_WRITE } from '../model/aspect.ts';
import type { FormInfo } from '../model/hidden-prompts.ts';
import { COLUMN_TYPE } from '../model/lineage.ts';
import type { Scope } from '../model/scope.ts';
import { entityTypeOf } from '../model/urn.ts';
import { visibleAspect } from '../model/visible-aspect.ts';
import type { AspectRow, EntityRow } from './metadata-store.ts';

/** Whether all rows of an entity decide if the scope sees it. */
export function dependsOnRows({ urn }: EntityRow, scope: Scope): boolean {
  // A column comes into being with the first thing that is said of it, which may be hidden.
  return !scope.seesEveryProperty && entityTypeOf(urn) === COLUMN_TYPE;
}

/** Such an entity as the scope sees it, with all its rows given; undefined when none of them is seen. */
export function visibleEntity(
  { urn }: EntityRow,
  rows: Iterable<AspectRow>,
  scope: Scope,
  infoOf: FormInfo,
): EntityRow | undefined {
  for (const row of rows) {
    if (visibleAspect(row, scope, infoOf) !== undefined) return { urn, ...UNTOLD_WRITE };
  }
  return undefined;
}
