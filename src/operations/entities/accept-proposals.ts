import { currentTraceId, isStrict, noteWarning } from '../../auth/audit/request-scope.ts';
import type { ChangeResult, IngestResult } from '../../change/metadata-change.ts';
import { UnmetConditionError } from '../../change/unmet-condition.ts';
import { Aspect, DEFAULT_RUN_ID } from '../../model/aspect.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import { entitySpec } from '../../model/registry/find-in-registry.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { entityTypeOf } from '../../model/urn.ts';
import { withTrace } from '../../model/write-trace.ts';
import { WRITE } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';
import type { ProtectedWork } from '../work.ts';
import type { FailedWrite } from '../traces/failed-writes.ts';

/**
 * `ingestProposals` for a caller that asks the trace what became of its writes: if nothing is wrong but conditions that do
 * not hold, nothing is written and the results have the proposed values. The trace has the failures, and the answer has a
 * warning; a strict request is refused.
 */
export const acceptProposals = defineProtectedModelled({
  name: 'acceptProposals',
  effect: 'write',
  needs: WRITE,
  run: async (proposals: readonly MetadataChangeProposal[], work): Promise<Pick<IngestResult, 'results'>> => {
    const { actor, services, writes } = work;
    try {
      return await writes.ingest(proposals);
    } catch (error) {
      const traceId = currentTraceId();
      if (!(error instanceof UnmetConditionError) || isStrict() || traceId === undefined) throw error;
      services.failedWrites.record(actor.urn, traceId, failedWrites(proposals, error));
      noteWarning(`Nothing was written. ${error.message}`);
      return { results: proposals.map((proposal) => proposed(proposal, traceId, work)) };
    }
  },
});

/** Every write of the batch has failed, because it is written whole or not. */
function failedWrites(
  proposals: readonly MetadataChangeProposal[],
  { message, refused }: UnmetConditionError,
): readonly FailedWrite[] {
  const whole = {
    problem: 'Another write of the request failed, and a request is written whole or not',
    remedy: message,
  };
  return [...proposals.map(({ urn, aspectName }) => ({ urn, aspectName, ...whole })), ...refused];
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
    ...{ urn, aspectName, text: canonicalAspect(spec, proposal.value), sequence: 0 },
    systemMetadata: withTrace({ lastObserved: time, runId: DEFAULT_RUN_ID, ...systemMetadata }, traceId),
    created: { time, actor: actor.urn },
  });
  return { ...result, aspect };
}
