import { CatalogError } from '../errors.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Committed, CurrentState, DecidedCommit } from '../store/metadata-store.ts';
import type { SystemReader } from '../store/system-reader.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Steps } from '../util/concurrency/steps.ts';
import { commitJudged } from './affected-rights.ts';
import type { ChangeParts } from './change-parts.ts';
import { decideInSteps } from './decide.ts';
import { decidePointDeletion } from './delete-points.ts';
import { decideNothing } from './dry-run.ts';
import { keepGivenValues } from './keep-given-values.ts';
import type { ChangeResult, IngestGuard, IngestResult, MetadataChange } from './metadata-change.ts';
import { requiredAmong } from './properties/required-properties.ts';
import { renewRunSummary } from './renew-run-summary.ts';
import type { ResolvedProposal } from './rules.ts';
import { resolveInTurns } from './resolve-proposal.ts';
import { rollBackRun } from './rollback/roll-back-run.ts';
import { decideDerived } from './side-effects/derive-stored.ts';
import { unlessChanged } from './unless-changed.ts';
import { because } from '../refusals.ts';
import { withPatterns } from '../util/patterns.ts';

/** The write path: checks outside the transaction, decides and commits, waits for derived state, returns the results. */
export function createMetadataChange(parts: ChangeParts): MetadataChange {
  const commit = async (
    actor: Urn,
    proposals: readonly MetadataChangeProposal[],
    { at, unlessChangedSince, isTrial = false, noteKept, ...guard }: IngestGuard = {},
  ): Promise<Committed<readonly ChangeResult[]>> => {
    const { registry, settings, store } = parts;
    const sent = await resolveInTurns(proposals, registry);
    const kept = noteKept === undefined ? sent : keepGivenValues(sent, { actor, settings, noteKept });
    const resolved = await withDeleted(kept, store.reader);
    const stamp = { time: at ?? parts.now(), actor };
    const decided = decideInSteps({
      proposals: resolved,
      stamp,
      traceId: parts.traceId?.(),
      registry,
      settings,
      isStrict: parts.isStrict?.() ?? false,
      required: requiredAmong(parts.ruled?.()),
      ...guard,
    });
    const decision = unlessChanged(unlessChangedSince, isTrial ? withoutWrites(decided) : decided);
    const committed = await withPatterns(() =>
      commitJudged(guard.affected, () => store.commit(decision, parts.originOf?.(actor), proposals)),
    );
    for (const { warnings = [] } of committed.result)
      for (const { message, kind, data } of warnings) parts.noteWarning?.(message, { kind, data });
    if (!isTrial) parts.noteCommit?.(committed.sequence);
    const awaitsIndex = proposals.some((proposal) => proposal.awaitsIndex === true);
    if (committed.commit !== undefined) await parts.follow(committed.commit, { awaitsIndex });
    return committed;
  };

  return {
    ingest: async (actor, proposals, guard): Promise<IngestResult> => {
      const { sequence, result } = await commit(actor, proposals, guard);
      return { sequence, results: result };
    },
    dryRun: async (actor, input) => {
      const { registry, settings, store } = parts;
      const stamp = { time: parts.now(), actor };
      const decision = decideNothing({ input, stamp, registry, settings });
      const { result } = await withPatterns(() => store.commit(decision));
      return result;
    },
    deleteEntity: async (actor, urn, guard) => {
      const entity = parts.registry.entities.get(entityTypeOf(urn));
      if (entity === undefined) {
        throw new CatalogError(
          'INVALID_REQUEST',
          `Unknown entity type ${entityTypeOf(urn)} in ${urn}.`,
          because('ENTITY_TYPE_UNKNOWN', { name: entityTypeOf(urn), closest: '' }),
        );
      }
      const deletion = { urn, aspectName: entity.keyAspect.name, changeType: 'DELETE' } as const;
      const { sequence, removed } = await commit(actor, [deletion], guard);
      return { urn, rows: removed.rows, timeseriesRows: removed.points, sequence };
    },
    deletePoints: async (actor, deletion) => {
      const { registry, settings, store } = parts;
      const rules = { registry, settings, stamp: { time: parts.now(), actor } };
      const deleted = await store.commit(decidePointDeletion(deletion, rules), parts.originOf?.(actor));
      parts.noteCommit?.(deleted.sequence);
      if (deleted.commit !== undefined) await parts.follow(deleted.commit);
      const renewed = deleted.result ? await renewRunSummary(parts, actor, deletion.urn) : undefined;
      return { timeseriesRows: deleted.removed.points, sequence: renewed ?? deleted.sequence };
    },
    derive: async (actor, sources) => {
      const { registry, settings, store } = parts;
      const decided = decideDerived({ sources, stamp: { time: parts.now(), actor }, registry, settings });
      const { commit: done, result } = await store.commit(decided, undefined, sources);
      if (done !== undefined) await parts.follow(done);
      return result;
    },
    rollBackRun: (actor, request, scope, guard) => rollBackRun(parts, actor, request, scope, guard),
  };
}

/** The proposals; those that undo a deletion also have the deleted assignments. */
async function withDeleted(
  resolved: readonly ResolvedProposal[],
  reader: Pick<SystemReader, 'deleted'>,
): Promise<readonly ResolvedProposal[]> {
  const { assignmentAspect } = STRUCTURED_PROPERTY;
  const keys = resolved.flatMap(({ aspect, proposal: { restores }, urn }) =>
    restores === undefined || aspect.name !== assignmentAspect
      ? []
      : [{ urn, aspectName: assignmentAspect, sequence: restores }],
  );
  if (keys.length === 0) return resolved;
  const rows = await reader.deleted(keys);
  const byUrn = new Map(keys.map(({ urn }, i) => [urn, rows[i]]));
  return resolved.map((one) => {
    const deleted = one.aspect.name === assignmentAspect ? byUrn.get(one.urn) : undefined;
    return deleted === undefined ? one : { ...one, deleted };
  });
}

/** Makes a decision write nothing; its result stays. */
function withoutWrites<T>(
  decide: (state: CurrentState, sequence: Sequence) => Steps<DecidedCommit<T>>,
): typeof decide {
  return function* (state, sequence) {
    return { ...(yield* decide(state, sequence)), writes: [], entries: [] };
  };
}
