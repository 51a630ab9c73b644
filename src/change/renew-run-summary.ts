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

/** Latest runs of an assertion that its summary is made of. */
export const MOST_RUNS = 1_000;
/** Attempts while runs are reported at the same time. */
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
 * Decides to take runs of a time window out of the summary of an assertion, for the commit that deletes their points: a
 * summary may lack a run for a moment, but tells of none that was deleted. Undefined if it has none of them.
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
 * Completes the summary of an assertion, of whose points some were deleted, by those that are left. Of more than 1,000
 * points it reads the latest. Returns the sequence of its last commit; undefined if nothing was missing.
 */
export async function renewRunSummary(
  parts: RenewalParts,
  actor: Urn,
  urn: Urn,
): Promise<Sequence | undefined> {
  const { follow, noteCommit, now, originOf, registry, settings, store } = parts;
  const key = { urn, aspectName: ASSERTION.runAspect };
  let last: Sequence | undefined;
  // Until what was read is what the summary says: a run may be reported between reading the points and the commit.
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
