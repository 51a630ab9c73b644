import { invalidRequest } from '../errors.ts';
import type { Criterion, FilterOperator } from '../model/filter.ts';
import type { CatalogQuery } from './catalog-query.ts';
import type { SearchInput } from './metadata-query.ts';

/** Longest text that is searched for, in UTF-16 code units: each word of it costs a walk through the index. */
const LONGEST_QUERY = 4_000;

/** Most conditions of one search, and most values of all of them; each is looked up by itself. */
const MOST_CONDITIONS = 1_000;
const MOST_VALUES = 65_536;

/** Conditions of which each value is compared with every distinct value of a field. */
const COMPARING: readonly FilterOperator[] = ['CONTAIN', 'START_WITH', 'END_WITH'];

/**
 * Refuses pages and lists of urns that are longer than the operator allows, and searches that nobody has typed, with
 * INVALID_REQUEST.
 */
export function limitLists<Query extends CatalogQuery>(query: Query, longest: number): Query {
  const check = (what: string, length: number): void => {
    if (length > longest) {
      throw invalidRequest(`${what} must be at most ${longest}, not ${length}. Ask for less at a time.`);
    }
  };
  return {
    ...query,
    search: async (input, scope) => {
      check('count', input.count);
      checkSize(input);
      return query.search(input, scope);
    },
    aggregate: async (input, facets, scope) => {
      checkSize(input);
      return query.aggregate(input, facets, scope);
    },
    summarize: async (input, requests, scope) => {
      checkSize(input);
      return query.summarize(input, requests, scope);
    },
    searchLineage: async (input, scope) => {
      checkSize(input);
      return query.searchLineage(input, scope);
    },
    relationships: async (input, scope) => {
      check('count', input.count);
      return query.relationships(input, scope);
    },
    getEntities: async (urns, aspectNames, scope) => {
      check('The number of urns', urns.length);
      return query.getEntities(urns, aspectNames, scope);
    },
    existing: async (urns, scope) => {
      check('The number of urns', urns.length);
      return query.existing(urns, scope);
    },
  };
}

function checkSize({ query, filter }: Pick<SearchInput, 'query' | 'filter'>): void {
  if (query.length > LONGEST_QUERY) {
    throw invalidRequest(
      `The query has ${query.length} characters, more than ${LONGEST_QUERY}. Search for fewer words, or filter by a field.`,
    );
  }
  const criteria = filter.flat();
  const comparing = criteria.filter(({ operator }) => COMPARING.includes(operator));
  checkNumber('conditions', criteria.length, MOST_CONDITIONS);
  checkNumber('values', valuesOf(criteria), MOST_VALUES);
  checkNumber(`values of ${COMPARING.join(', ')}`, valuesOf(comparing), MOST_CONDITIONS);
}

function checkNumber(what: string, number: number, most: number): void {
  if (number <= most) return;
  throw invalidRequest(`The filter has ${number} ${what}, more than ${most}. Ask for less at a time.`);
}

function valuesOf(criteria: readonly Criterion[]): number {
  return criteria.reduce((sum, { values }) => sum + values.length, 0);
}
