import type { AuditStamp } from '../model/aspect.ts';
import type { Sequence } from '../model/sequence.ts';
import type { BatchMetadata } from './batch-metadata.ts';
import type { LogEntry, RowWrite } from '../store/metadata-store.ts';
import type { ChangeResult } from './metadata-change.ts';
import type { ResolvedProposal, RuleContext } from './rules.ts';
import type { Violation } from './violation.ts';

/** Input of the functions that decide one proposal. */
export interface Step extends ResolvedProposal {
  readonly context: RuleContext;
  readonly stamp: AuditStamp;
  readonly sequence: Sequence;
  /** Trace id of the request; undefined outside of one. */
  readonly traceId?: string | undefined;
  readonly metadata: BatchMetadata;
}

/** Decision on one proposal. */
export interface Outcome {
  readonly writes: readonly RowWrite[];
  readonly entries: readonly LogEntry[];
  readonly result: ChangeResult;
  /** The first violations; empty when accepted. */
  readonly failures: readonly Violation[];
}

/** Decision that writes nothing. */
export function nothing(step: ResolvedProposal, outcome: ChangeResult['outcome']): Outcome {
  const result = { urn: step.urn, aspectName: step.aspect.name, outcome };
  return { writes: [], entries: [], failures: [], result };
}
