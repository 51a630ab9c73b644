import type { Urn } from '../model/urn.ts';

/** Values from `from` to before `to`; an end that is left out is open. */
export interface ValueRange {
  readonly from?: string;
  readonly to?: string;
}

/** What to say of one field. */
export interface SummaryRequest {
  readonly field: string;
  readonly ranges: readonly ValueRange[];
  /** Shares, 0 to 1; only for numbers and dates. */
  readonly quantiles: readonly number[];
  /** Most values to list. */
  readonly values: number;
}

/** What the values of one field are among the entities that match. Dates are in epoch ms. */
export interface FieldSummary {
  readonly field: string;
  readonly displayName: string;
  /** The property, for a structured property. */
  readonly entity: Urn | undefined;
  /** Entities that have a value, and those that have none. */
  readonly present: number;
  readonly missing: number;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly quantiles: readonly { readonly quantile: number; readonly value: number }[];
  /** Entities with a value in each range. */
  readonly ranges: readonly (ValueRange & { readonly count: number })[];
  /**
   * The values that a definition allows, in its order, those that nothing has included; then others, the most frequent
   * first. As text, as facets have them.
   */
  readonly values: readonly {
    readonly value: string;
    readonly count: number;
    readonly description: string | undefined;
  }[];
}
