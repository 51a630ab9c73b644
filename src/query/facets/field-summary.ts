import type { Urn } from '../../model/urn.ts';

/** Range from `from` (inclusive) to `to` (exclusive); an absent bound is open. */
export interface ValueRange {
  readonly from?: string;
  readonly to?: string;
}

/** Request for the summary of one field. */
export interface SummaryRequest {
  readonly field: string;
  readonly ranges: readonly ValueRange[];
  /** Quantiles from 0 to 1; only for numbers and dates. */
  readonly quantiles: readonly number[];
  /** Maximum number of values to list. */
  readonly values: number;
}

/** Summary of the values of one field in the matching entities. Dates are in epoch ms; `...Day` and `day` in UTC. */
export interface FieldSummary {
  readonly field: string;
  readonly displayName: string;
  /** Urn of the structured property, if the field is one. */
  readonly entity: Urn | undefined;
  /** Numbers of entities with and without a value. */
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
  /** Number of entities with a value in each range. */
  readonly ranges: readonly (ValueRange & { readonly count: number })[];
  /**
   * Values that occur, most frequent first, then allowed values that do not occur, in the order of the definition. Texts
   * as in facets.
   */
  readonly values: readonly {
    readonly value: string;
    readonly day: string | undefined;
    readonly count: number;
    readonly description: string | undefined;
  }[];
}
