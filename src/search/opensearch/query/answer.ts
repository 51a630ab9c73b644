import type { JsonObject } from '../../../util/json.ts';
import { isJsonObject } from '../../../util/json.ts';
import { FIELDS } from '../document/layout.ts';
import type { Clause } from './clause.ts';

/** A hit as the engine answers it. */
export interface AnsweredHit {
  readonly _score: number | null;
  /** Values of the columns that were asked for. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly sort?: readonly (string | number)[];
}

/** A bucket of an aggregation by terms. */
export interface AnsweredBucket {
  readonly key: string;
  readonly doc_count: number;
}

/** What came of an aggregation by terms; one by a filter has `doc_count` instead. */
export interface AnsweredTerms {
  readonly buckets: readonly AnsweredBucket[];
  /** Sum of the counts of what did not fit. */
  readonly sum_other_doc_count: number;
  /** How far counts may be off, and what is missing may have more; 0 when all shards answered all they have. */
  readonly doc_count_error_upper_bound: number;
  readonly doc_count?: number;
}

/** An answer to a search, as far as it is used. */
export interface Answer {
  readonly hits: {
    /** Absent where it was not asked for. */
    readonly total?: { readonly value: number };
    readonly hits: readonly AnsweredHit[];
  };
  readonly aggregations?: Readonly<Record<string, AnsweredTerms>>;
}

/** Asks one set of indexes, or one state of them. */
export type Ask = (body: JsonObject & { readonly query: Clause }) => Promise<Answer>;

/** An answer to a search; what the engine writes has this form, so only that it is one is looked at. */
export function readAnswer(body: JsonObject): Answer {
  if (!isJsonObject(body['hits'])) throw new TypeError('OpenSearch answered a search without hits.');
  return body as unknown as Answer;
}

/** How many documents match, which must have been asked for. */
export function totalOf({ hits }: Answer): number {
  if (hits.total === undefined) throw new TypeError('OpenSearch answered a search without its total.');
  return hits.total.value;
}

/** Asks only for documents of these types where there are others as well. */
export function amongTypes(ask: Ask, entityTypes: readonly string[]): Ask {
  const filter = { terms: { [FIELDS.type]: entityTypes } };
  return ({ query, ...rest }) => ask({ ...rest, query: { bool: { must: [query], filter: [filter] } } });
}
