import { isDeepStrictEqual } from 'node:util';
import { ASSERTION } from '../model/assertion.ts';
import type { AuditStamp } from '../model/aspect.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { CurrentState, Decide, DecidedCommit, MetadataStore } from '../store/metadata-store.ts';
import type { PointWindow } from '../store/point-scan.ts';
import type { JsonObject } from '../util/json.ts';
import type { ChangeParts } from './change-parts.ts';
import { decide } from './decide.ts';
import { summaryOfRuns, summaryWithout } from './side-effects/assertion-run-summaries.ts';

/** Maximum runs of an assertion from which its summary is computed: the latest ones. */
export const MOST_RUNS = 1_000;
/** Attempts while runs are reported concurrently. */
const TRIES = 20;

/** Dependencies of a decision on a summary. */
export type SummaryRules = Pick<ChangeParts, 'registry' | 'settings'> & { readonly stamp: AuditStamp };

/** Dependencies of {@link renewRunSummary}. */
export interface RenewalParts extends Omit<ChangeParts, 'store' | 'traceId'> {
  readonly store: Pick<MetadataStore, 'commit'> & {
    readonly reader: Pick<MetadataStore['reader'], 'points'>;
  };
}

/**
 * Removes the runs of a time window from the summary of an assertion, in the commit that deletes their points: a
 * summary may lack a run for a moment, but never has a deleted one. Undefined if it has none of them.
 */
export function decideWithoutRuns(
  urn: Urn,
  window: PointWindow,
  rules: SummaryRules,
): (state: CurrentState, sequence: Sequence) => DecidedCommit<unknown> | undefined {
  return (state, sequence) => {
    const summary = summaryIn(state, urn);
    const left = summary && summaryWithout(summary, window);
    return left && decideSummary(urn, left, rules)(state, sequence);
  };
}

/**
 * Completes the summary of an assertion after some of its points were deleted, from the remaining points. Reads the
 * latest 1,000. Returns the sequence of its last commit; undefined if nothing was missing.
 */
export async function renewRunSummary(
  parts: RenewalParts,
  actor: Urn,
  urn: Urn,
): Promise<Sequence | undefined> {
  const { follow, noteCommit, now, originOf, registry, settings, store } = parts;
  const key = { urn, aspectName: ASSERTION.runAspect };
  let last: Sequence | undefined;
  // Repeat until the summary matches the points read: a run may be reported between reading and commit.
  for (let tries = 0; tries < TRIES; tries++) {
    const runs = (await store.reader.points(key, MOST_RUNS)).map(({ value }) => value);
    const rules = { registry, settings, stamp: { time: now(), actor } };
    const { commit, sequence } = await store.commit(decideRenewed(urn, runs, rules), originOf?.(actor), [
      { urn, aspectName: ASSERTION.summaryAspect },
    ]);
    if (commit === undefined) return last;
    noteCommit?.(sequence);
    await follow(commit);
    last = sequence;
  }
  return last;
}

function decideRenewed(urn: Urn, runs: readonly JsonObject[], rules: SummaryRules): Decide<unknown> {
  return (state, sequence) => {
    const summary = summaryIn(state, urn);
    const renewed = summaryOfRuns(runs, runs.length < MOST_RUNS ? undefined : summary);
    const isRenewed = state.entity(urn) === undefined || isDeepStrictEqual(renewed, summary ?? {});
    return isRenewed
      ? { writes: [], entries: [], created: rules.stamp, result: undefined }
      : decideSummary(urn, renewed, rules)(state, sequence);
  };
}

function decideSummary(
  urn: Urn,
  value: JsonObject,
  { registry, settings, stamp }: SummaryRules,
): Decide<unknown> {
  const entity = registry.entities.get(ASSERTION.entityType);
  const aspect = entity?.aspects.get(ASSERTION.summaryAspect);
  if (entity === undefined || aspect === undefined)
    return () => ({ writes: [], entries: [], created: stamp, result: undefined });
  const proposal = { urn, aspectName: aspect.name, changeType: 'UPSERT', value } as const;
  return decide({
    proposals: [{ proposal, urn, entity, aspect, isFollowUp: true }],
    stamp,
    registry,
    settings,
  });
}

function summaryIn(state: CurrentState, urn: Urn): JsonObject | undefined {
  return state.row(urn, ASSERTION.summaryAspect)?.aspect.value;
}
