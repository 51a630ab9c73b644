import { CatalogError } from '../errors.ts';
import { VERSIONS } from '../model/version-set.ts';
import { listOf } from '../util/list-text.ts';
import type { Step } from './decision-step.ts';
import { latestOf, setIn, versionProperties, type JoinedSet } from './version-sets.ts';

/** CONFLICT: the batch adds versions to sets on which the writer's rights were not checked. A check and a retry help. */
export class SetsChangedError extends CatalogError {
  readonly joined: readonly JoinedSet[];

  constructor(joined: readonly JoinedSet[]) {
    const sets = listOf(joined, ({ set }) => set);
    super('CONFLICT', `The latest version was changed concurrently: ${sets}. Try again.`);
    this.joined = joined;
  }
}

/**
 * The set that a decided step adds its asset to, or makes its asset the latest version of; none if it was the latest
 * version before, and for what only follows from another step.
 */
export function setsJoinedBy({ aspect, context, isFollowUp, urn }: Step): readonly JoinedSet[] {
  if (aspect.name !== VERSIONS.ofAsset || isFollowUp === true) return [];
  const { found, state } = context;
  const after = versionProperties(urn, state);
  const set = setIn(after);
  if (set === undefined) return [];
  const latest = latestOf(set, found);
  const isMember = setIn(versionProperties(urn, found)) === set;
  if (latest === urn || (isMember && after?.['isLatest'] !== true)) return [];
  return [{ set, exists: found.entity(set) !== undefined, latest }];
}

/** Throws SetsChangedError unless each set is among the checked ones and still as it was. */
export function requireCheckedSets(joined: readonly JoinedSet[], checked: readonly JoinedSet[]): void {
  const known = new Set(checked.map(stateOf));
  const unchecked = joined.filter((one) => !known.has(stateOf(one)));
  if (unchecked.length > 0) throw new SetsChangedError(unchecked);
}

function stateOf({ exists, latest, set }: JoinedSet): string {
  return JSON.stringify([set, exists, latest ?? null]);
}
