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

/** What the values of one field are among the entities that match. Dates are in epoch ms, and their days in UTC beside them. */
export interface FieldSummary {
  readonly field: string;
  readonly displayName: string;
  /** The property, for a structured property. */
  readonly entity: Urn | undefined;
  /** Entities that have a value, and those that have none. */
  readonly present: number;
  readonly missing: number;
  readonly min: number | undefined;
  readonly minDay: string | undefined;
  readonly max: number | undefined;
  readonly maxDay: string | undefined;
  readonly quantiles: readonly {
    readonly quantile: number;
    readonly value: number;
    readonly day: string | undefined;
  }[];
  /** Entities with a value in each range. */
  readonly ranges: readonly (ValueRange & { readonly count: number })[];
  /**
   * Values that something has, the most frequent first; then those that a definition allows and nothing has, in its order.
   * As text, as facets have them.
   */
  readonly values: readonly {
    readonly value: string;
    readonly day: string | undefined;
    readonly count: number;
    readonly description: string | undefined;
  }[];
}
