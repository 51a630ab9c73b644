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
 * System metadata of the rows that a batch writes. Proposals without system metadata share one object, so that a
 * store serializes it once.
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

  /** System metadata as sent, with defaults and the trace id of the request. */
  sentWith(proposal: Metadata): SystemMetadata {
    if (proposal.systemMetadata !== undefined) return this.#complete(proposal);
    return (this.#sent ??= this.#complete(proposal));
  }

  /** System metadata of the version after the one with `before`. Undefined `before`: the first version. */
  after(before: SystemMetadata | undefined, proposal: Metadata): SystemMetadata {
    const next = (): SystemMetadata => nextMetadata(before, this.sentWith(proposal), this.#stamp);
    if (before !== undefined || proposal.systemMetadata !== undefined) return next();
    return (this.#first ??= next());
  }

  #complete(proposal: Metadata): SystemMetadata {
    return withTrace({ ...proposal.systemMetadata, ...observed(proposal, this.#stamp) }, this.#traceId);
  }
}
