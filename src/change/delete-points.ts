import { ASSERTION } from '../model/assertion.ts';
import type { AspectKey } from '../model/aspect.ts';
import type { Decide } from '../store/metadata-store.ts';
import type { PointWindow } from '../store/point-scan.ts';
import { decideWithoutRuns, type SummaryRules } from './renew-run-summary.ts';

/**
 * Decides the deletion of the timeseries points within a time window. Does nothing if the entity does not exist. Its
 * result is whether it removed runs from the summary of an assertion, which then has to be completed again.
 */
export function decidePointDeletion(deletion: AspectKey & PointWindow, rules: SummaryRules): Decide<boolean> {
  const { aspectName, urn } = deletion;
  const { stamp: created } = rules;
  return (state, sequence) => {
    if (state.entity(urn) === undefined) return { writes: [], entries: [], created, result: false };
    const summary =
      aspectName === ASSERTION.runAspect
        ? decideWithoutRuns(urn, deletion, rules)(state, sequence)
        : undefined;
    return {
      writes: [{ kind: 'deletePoints', ...deletion }, ...(summary?.writes ?? [])],
      entries: [{ urn, aspectName, changeType: 'UPSERT' }, ...(summary?.entries ?? [])],
      created,
      result: summary !== undefined,
    };
  };
}
