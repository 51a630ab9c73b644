import { isJsonObject, type JsonObject } from '../../../util/json.ts';
import { FIELDS } from '../document/layout.ts';
import { decodeText } from '../document/terms.ts';
import type { Clause } from './clause.ts';

/** A hit of a search response. */
export interface AnsweredHit {
  readonly _score: number | null;
  /** Requested doc values by field; absent where there are none. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly sort?: readonly (string | number)[];
}

/** A bucket of a terms aggregation. */
export interface AnsweredBucket {
  readonly key: string;
  readonly doc_count: number;
}

/** Result of a terms aggregation; a filter aggregation only has `doc_count`. */
export interface AnsweredTerms {
  readonly buckets: readonly AnsweredBucket[];
  /** Sum of the counts of values without a bucket. */
  readonly sum_other_doc_count: number;
  /** Maximum error of the counts; 0 when the result is exact. */
  readonly doc_count_error_upper_bound: number;
  readonly doc_count?: number;
}

/** Number of hits, or a lower bound if `relation` is `gte`. */
export interface HitCount {
  readonly value: number;
  readonly relation: 'eq' | 'gte';
}

/** The members used of a search response. */
export interface Answer {
  readonly hits: {
    /** Absent unless requested. */
    readonly total?: HitCount;
    readonly hits: readonly AnsweredHit[];
  };
  /** Suggestions by name, for each word of the text. */
  readonly suggest?: Readonly<
    Record<
      string,
      readonly { readonly options: readonly { readonly text: string; readonly score: number }[] }[]
    >
  >;
  readonly aggregations?: Readonly<Record<string, AnsweredTerms>>;
}

/** Body of one search. */
export type SearchBody = JsonObject & { readonly query: Clause };

/**
 * Searches one set of indexes, or one point in time of them; several searches take one request. With `scored`, uses the
 * term statistics of all shards together, from the same copies of the shards for equal texts: statistics differ between
 * copies.
 */
export type Ask = (searches: readonly SearchBody[], scored?: string) => Promise<readonly Answer[]>;

/** One search. */
export async function askOne(ask: Ask, body: SearchBody): Promise<Answer> {
  const [answer] = await ask([body]);
  if (answer === undefined) throw new TypeError('OpenSearch returned no search response.');
  return answer;
}

/** Casts a response body; checks only that it is a search response. */
export function readAnswer(body: JsonObject): Answer {
  if (!isJsonObject(body['hits'])) throw new TypeError('OpenSearch returned a search response without hits.');
  return body as unknown as Answer;
}

/** Total of a response; throws unless it was requested. */
export function hitCountOf({ hits }: Answer): HitCount {
  if (hits.total === undefined) throw new TypeError('OpenSearch returned a search response without a total.');
  return hits.total;
}

/** Total of a response to a request for an exact one; throws unless it was requested. */
export function totalOf(answer: Answer): number {
  return hitCountOf(answer).value;
}

/** Restricts searches to documents of these types. */
export function amongTypes(ask: Ask, entityTypes: readonly string[]): Ask {
  const filter = { terms: { [FIELDS.type]: entityTypes } };
  return (searches, scored) =>
    ask(
      searches.map(({ query, ...rest }) => ({
        ...rest,
        query: { bool: { must: [query], filter: [filter] } },
      })),
      scored,
    );
}

/** Urn of a hit with this field. */
export function urnOf({ fields }: Pick<AnsweredHit, 'fields'>): string {
  return decodeText(fields?.[FIELDS.urn]?.[0] ?? '');
}

/** Urn of a hit that has it as the last key of the order. */
export function urnIn({ sort = [] }: Pick<AnsweredHit, 'sort'>): string {
  return decodeText(String(sort.at(-1) ?? ''));
}
