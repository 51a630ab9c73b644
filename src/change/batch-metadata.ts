import { DEFAULT_RUN_ID, nextMetadata, type AuditStamp, type SystemMetadata } from '../model/aspect.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { withTrace } from '../model/write-trace.ts';

type Metadata = Pick<MetadataChangeProposal, 'systemMetadata'>;

/** Observation time (epoch ms) and run id of a proposal. Defaults: now, and the default run id. */
export function observed(
  { systemMetadata }: Metadata,
  stamp: AuditStamp,
): { readonly lastObserved: number; readonly runId: string } {
  return {
    lastObserved: systemMetadata?.lastObserved ?? stamp.time,
    runId: systemMetadata?.runId ?? DEFAULT_RUN_ID,
  };
}

/**
 * System metadata of what a batch writes. All proposals without any of their own get the same object, so that a store
 * can write its text once.
 */
export class BatchMetadata {
  readonly #stamp: AuditStamp;
  readonly #traceId: string | undefined;
  #sent: SystemMetadata | undefined;
  #first: SystemMetadata | undefined;

  /** `traceId`: of the request; undefined outside of one. */
  constructor(stamp: AuditStamp, traceId: string | undefined) {
    this.#stamp = stamp;
    this.#traceId = traceId;
  }

  /** As sent, with defaults, and the trace id of the request. */
  sentWith(proposal: Metadata): SystemMetadata {
    if (proposal.systemMetadata !== undefined) return this.#complete(proposal);
    return (this.#sent ??= this.#complete(proposal));
  }

  /** That of the version which follows the one with `before`; undefined: it is the first. */
  after(before: SystemMetadata | undefined, proposal: Metadata): SystemMetadata {
    const next = (): SystemMetadata => nextMetadata(before, this.sentWith(proposal), this.#stamp);
    if (before !== undefined || proposal.systemMetadata !== undefined) return next();
    return (this.#first ??= next());
  }

  #complete(proposal: Metadata): SystemMetadata {
    return withTrace({ ...proposal.systemMetadata, ...observed(proposal, this.#stamp) }, this.#traceId);
  }
}
