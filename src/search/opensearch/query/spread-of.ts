import type { Spread, SpreadRequest } from '../../search-index.ts';
import type { Column } from '../document/columns.ts';
import { decodeNumber, numbersPrefix } from '../document/terms.ts';
import type { AnsweredTerms, Ask } from './answer.ts';
import { askMatching, type Matching } from './matching.ts';
import { numbersAfter, numbersOf } from './regexp.ts';

/** Distinct numbers per request; below OpenSearch's default limit of 65,535 buckets. */
const NUMBERS = 50_000;

/** A page of the distinct numbers of a field, ascending, and the greatest of all. */
interface NumberPage {
  readonly ascending: AnsweredTerms;
  readonly greatest: AnsweredTerms;
}

/**
 * Distribution of the numbers of a field among the matches; undefined when there is none. Quantiles take one
 * request per 50,000 distinct numbers up to the largest of them.
 */
export async function spreadOf(
  ask: Ask,
  matching: Matching,
  { field, quantiles }: SpreadRequest,
): Promise<Spread | undefined> {
  const column = matching.columns.of(field);
  const first = await readNumbers(ask, matching, column);
  const numberOf = (key: string | undefined): number => decodeNumber(digitsOf(column, key));
  const [least] = first?.ascending.buckets ?? [];
  if (first === undefined || least === undefined) return undefined;
  const values = countOf(first.ascending) + first.ascending.sum_other_doc_count;
  const max = numberOf(first.greatest.buckets[0]?.key);
  const found = new Map<number, number>();
  const due = [...new Set(quantiles)].sort((a, b) => a - b);
  let counted = 0;
  let page: NumberPage | undefined = first;
  while (due.length > 0 && page !== undefined) {
    for (const { key, doc_count: count } of page.ascending.buckets) {
      counted += count;
      for (let share = due[0]; share !== undefined && counted >= share * values; share = due[0]) {
        found.set(share, numberOf(key));
        due.shift();
      }
    }
    const last: string | undefined = page.ascending.buckets.at(-1)?.key;
    page =
      due.length > 0 && last !== undefined
        ? await readNumbers(ask, matching, column, digitsOf(column, last))
        : undefined;
  }
  return {
    values,
    min: numberOf(least.key),
    max,
    quantiles: quantiles.map((share) => found.get(share) ?? max),
  };
}

async function readNumbers(
  ask: Ask,
  matching: Matching,
  { name, prefix }: Column,
  after?: string,
): Promise<NumberPage | undefined> {
  const numbers = {
    field: name,
    include: after === undefined ? numbersOf(prefix) : numbersAfter(prefix, after),
  };
  const { aggregations } = await askMatching(ask, matching, {
    size: 0,
    aggs: {
      ascending: { terms: { ...numbers, size: NUMBERS, order: { _key: 'asc' } } },
      greatest: { terms: { ...numbers, size: 1, order: { _key: 'desc' } } },
    },
  });
  const { ascending, greatest } = aggregations ?? {};
  return ascending === undefined || greatest === undefined ? undefined : { ascending, greatest };
}

function countOf({ buckets }: AnsweredTerms): number {
  return buckets.reduce((sum, { doc_count: count }) => sum + count, 0);
}

function digitsOf({ prefix }: Column, term: string | undefined): string {
  return (term ?? '').slice(numbersPrefix(prefix).length);
}
