import { DEFAULT_RUN_ID } from '../model/aspect.ts';
import type { AuditStamp, SystemMetadata } from '../model/aspect.ts';
import type { Sequence } from '../model/sequence.ts';
import { withTrace } from '../model/write-trace.ts';
import type { LogEntry, RowWrite } from '../store/metadata-store.ts';
import type { ChangeResult } from './metadata-change.ts';
import type { ResolvedProposal, RuleContext } from './rules.ts';

/** Input of the functions that decide one proposal. */
export interface Step extends ResolvedProposal {
  readonly context: RuleContext;
  readonly stamp: AuditStamp;
  readonly sequence: Sequence;
  /** Trace id of the request; undefined outside of one. */
  readonly traceId?: string | undefined;
}

/** Decision on one proposal. */
export interface Outcome {
  readonly writes: readonly RowWrite[];
  readonly entries: readonly LogEntry[];
  readonly result: ChangeResult;
  /** Texts of violated rules; empty when accepted. */
  readonly failures: readonly string[];
}

/** Observation time (epoch ms) and run id of a proposal. Defaults: now, and the default run id. */
export function observed({ proposal, stamp }: Pick<Step, 'proposal' | 'stamp'>): {
  readonly lastObserved: number;
  readonly runId: string;
} {
  return {
    lastObserved: proposal.systemMetadata?.lastObserved ?? stamp.time,
    runId: proposal.systemMetadata?.runId ?? DEFAULT_RUN_ID,
  };
}

/** System metadata of what a proposal writes: as sent, with defaults, and the trace id of its request. */
export function sentMetadata(step: Pick<Step, 'proposal' | 'stamp' | 'traceId'>): SystemMetadata {
  return withTrace({ ...step.proposal.systemMetadata, ...observed(step) }, step.traceId);
}

/** Decision that writes nothing. */
export function nothing(step: ResolvedProposal, outcome: ChangeResult['outcome']): Outcome {
  const result = { urn: step.urn, aspectName: step.aspect.name, outcome };
  return { writes: [], entries: [], failures: [], result };
}
