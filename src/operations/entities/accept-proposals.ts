import { currentTraceId, noteKept, noteWarning } from '../../auth/audit/request-scope.ts';
import type { ChangeResult, IngestResult } from '../../change/metadata-change.ts';
import { UnmetConditionError } from '../../change/unmet-condition.ts';
import { Aspect, DEFAULT_RUN_ID } from '../../model/aspect.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import { entitySpec } from '../../model/registry/find-in-registry.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { entityTypeOf } from '../../model/urn.ts';
import { withTrace } from '../../model/write-trace.ts';
import { WRITE } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { READ_PROPOSALS } from './proposal-shape.ts';
import type { ProtectedWork } from '../work.ts';
import type { FailedWrite } from '../traces/failed-writes.ts';
import { isUnmetOnly, refusalOf, writeEach, type RefusedProposal } from './write-each.ts';

/**
 * Writes every valid proposal of a caller that reads the results from the trace. If the others fail only by
 * conditions that do not hold, the results have their proposed values, the trace has the failures and the response a
 * warning. Any other failure is a BatchError. A strict request is all or nothing.
 */
export const acceptProposals = defineProtected({
  name: 'acceptProposals',
  effect: 'write',
  summary: 'Writes the valid proposals of a batch; the write trace has the result of each.',
  input: () => READ_PROPOSALS,
  needs: WRITE,
  run: async (proposals, work): Promise<Pick<IngestResult, 'results'>> => {
    const { actor, services, writes } = work;
    const written = await writeEach(proposals, (some) => writes.ingest(some, { noteKept }));
    const refusal = refusalOf(written);
    if (refusal === undefined) return { results: [...written.results.values()] };
    const { refused, results } = written;
    const traceId = currentTraceId();
    if (traceId !== undefined) services.failedWrites.record(actor.urn, traceId, failedWrites(refused));
    if (traceId === undefined || !isUnmetOnly(refused)) throw refusal;
    noteWarning(results.size === 0 ? `Nothing was written. ${refusal.message}` : refusal.message);
    const unmet = new Map(
      refused.flatMap(({ index, proposal }) =>
        proposal ? [[index, proposed(proposal, traceId, work)]] : [],
      ),
    );
    return { results: proposals.flatMap((_, index) => results.get(index) ?? unmet.get(index) ?? []) };
  },
});

function failedWrites(refused: readonly RefusedProposal[]): readonly FailedWrite[] {
  return refused.flatMap(({ proposal, error }) => {
    if (proposal === undefined) return [];
    const { urn, aspectName } = proposal;
    const known = error instanceof UnmetConditionError ? error.refused : [];
    const reason = known.find((one) => one.urn === urn && one.aspectName === aspectName) ?? {
      problem: error.message,
      remedy: 'Correct the value and send it again.',
    };
    return { ...reason, urn, aspectName };
  });
}

function proposed(
  proposal: MetadataChangeProposal,
  traceId: string,
  { actor, settings }: ProtectedWork,
): ChangeResult {
  const { aspectName, systemMetadata, urn } = proposal;
  const result = { urn, aspectName, outcome: 'skipped' } as const;
  const spec = entitySpec(settings.registry, entityTypeOf(urn)).aspects.get(aspectName);
  if (!('value' in proposal) || spec === undefined) return result;
  const time = settings.now();
  const aspect = new Aspect({
    urn,
    aspectName,
    text: canonicalAspect(spec, proposal.value),
    sequence: 0,
    systemMetadata: withTrace({ lastObserved: time, runId: DEFAULT_RUN_ID, ...systemMetadata }, traceId),
    created: { time, actor: actor.urn },
  });
  return { ...result, aspect };
}
