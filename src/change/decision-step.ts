import { DEFAULT_RUN_ID } from '../model/aspect.ts';
import type { AuditStamp } from '../model/aspect.ts';
import type { Sequence } from '../model/sequence.ts';
import type { LogEntry, RowWrite } from '../store/metadata-store.ts';
import type { ChangeResult } from './metadata-change.ts';
import type { ResolvedProposal, RuleContext } from './rules.ts';

/** What the deciders of one proposal share. */
export interface Step extends ResolvedProposal {
  readonly context: RuleContext;
  readonly stamp: AuditStamp;
  readonly sequence: Sequence;
}

/** What one proposal comes to. */
export interface Outcome {
  readonly writes: readonly RowWrite[];
  readonly entries: readonly LogEntry[];
  readonly result: ChangeResult;
  /** Texts of the rules that refuse it. */
  readonly failures: readonly string[];
}

/** When and by which run a proposal was made; what it does not say is now and no run. */
export function observed({ proposal, stamp }: Pick<Step, 'proposal' | 'stamp'>): {
  readonly lastObserved: number;
  readonly runId: string;
} {
  return {
    lastObserved: proposal.systemMetadata?.lastObserved ?? stamp.time,
    runId: proposal.systemMetadata?.runId ?? DEFAULT_RUN_ID,
  };
}

/** The outcome of a proposal that changes nothing. */
export function nothing(step: ResolvedProposal, outcome: ChangeResult['outcome']): Outcome {
  const result = { urn: step.urn, aspectName: step.aspect.name, outcome };
  return { writes: [], entries: [], failures: [], result };
}
