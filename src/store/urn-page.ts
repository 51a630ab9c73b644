import type { Urn } from '../model/urn.ts';

/** Which urns to read. */
export interface UrnRequest {
  /** Undefined: of all types. */
  readonly entityType?: string;
  /** Where the page begins: `next` of the previous one; undefined for the first. */
  readonly place?: string | undefined;
  readonly limit: number;
}

/** Up to `limit` urns in an order that is the engine's own, and the place of the next page; undefined after the last. */
export interface UrnPage {
  readonly urns: readonly Urn[];
  readonly next: string | undefined;
}
