import { UNKNOWN_WRITE } from '../../model/aspect.ts';
import type { FormInfo } from '../../model/visibility/hidden-prompts.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { visibleAspect } from '../../model/visibility/visible-aspect.ts';
import type { AspectRow, EntityRow } from '../entity-rows.ts';

/** Whether the visibility of an entity depends on its rows. */
export function dependsOnRows(urn: Urn, scope: Scope): boolean {
  // A column is created by its first aspect, which may be hidden.
  return !scope.seesEveryProperty && entityTypeOf(urn) === COLUMN_TYPE;
}

/**
 * An entity whose visibility depends on its rows; undefined when none of `rows`, which must be complete, is visible.
 */
export function visibleEntity(
  { createdIn = 0, urn }: EntityRow,
  rows: Iterable<AspectRow>,
  scope: Scope,
  infoOf: FormInfo,
): EntityRow | undefined {
  for (const row of rows) {
    if (visibleAspect(row, scope, infoOf) !== undefined) return { urn, ...UNKNOWN_WRITE, createdIn };
  }
  return undefined;
}
