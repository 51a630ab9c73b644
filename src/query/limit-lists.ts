import { invalidRequest } from '../errors.ts';
import type { Criterion, FilterOperator } from '../model/filter.ts';
import type { CatalogQuery } from './catalog-query.ts';
import { isWords, valuesOf } from './language/query-node.ts';
import type { SearchInput } from './metadata-query.ts';
import { readQueryText } from './language/query-text.ts';

/** Maximum length of a query text, in UTF-16 code units: each word costs a pass over the index. */
const LONGEST_QUERY = 4_000;

/** Maximum numbers of conditions in a search and of values in all conditions; each value is looked up separately. */
const MOST_CONDITIONS = 1_000;
const MOST_VALUES = 65_536;

/** Maximum number of sort criteria: each is compared for every hit. */
const MOST_SORTS = 32;

/** Maximum number of patterns with a leading or embedded wildcard: each reads every distinct value of a field. */
const MOST_PATTERNS = 16;
const PATTERNS: readonly FilterOperator[] = ['CONTAIN', 'END_WITH'];

/**
 * Wraps a read path with limits: throws INVALID_REQUEST for pages and lists of more than `longest` entries, and for
 * searches beyond the limits of this file.
 */
export function limitLists<Query extends CatalogQuery>(query: Query, longest: number): Query {
  const check = (what: string, length: number): void => {
    if (length > longest) {
      throw invalidRequest(`${what} must be at most ${longest}, not ${length}. Split the request.`);
    }
  };
  return {
    ...query,
    search: async (input, scope) => {
      check('count', input.count);
      checkSize(input);
      checkNumber('sort criteria', input.sort.length, MOST_SORTS);
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

function checkSize({ query, typed = query, filter, flags, entityTypes }: SearchInput): void {
  if (typed.length > LONGEST_QUERY) {
    throw invalidRequest(
      `The query has ${typed.length} characters, more than ${LONGEST_QUERY}. Search for fewer words, or filter by a field.`,
    );
  }
  checkNumber('entity types', entityTypes.length, MOST_CONDITIONS);
  const criteria = filter.flat();
  checkNumber('conditions', criteria.length, MOST_CONDITIONS);
  checkNumber('groups of conditions', filter.length, MOST_CONDITIONS);
  checkNumber('values', numberOfValues(criteria), MOST_VALUES);
  const beginnings = criteria.filter(({ operator }) => operator === 'START_WITH');
  checkNumber('values of START_WITH', numberOfValues(beginnings), MOST_CONDITIONS);
  checkPatterns(patternsOf(criteria), patternsIn(query, flags.fulltext));
}

function checkNumber(what: string, number: number, most: number): void {
  if (number <= most) return;
  throw invalidRequest(`The search has ${number} ${what}, more than ${most}. Split the request.`);
}

function numberOfValues(criteria: readonly Criterion[]): number {
  return criteria.reduce((sum, { values }) => sum + values.length, 0);
}

/** Repetitions of the same pattern on the same field count once. */
function checkPatterns(...patterns: readonly (readonly string[])[]): void {
  const { size } = new Set(patterns.flat());
  if (size <= MOST_PATTERNS) return;
  throw invalidRequest(
    `The search has ${size} patterns with a leading or embedded wildcard (*a, a*b, ${PATTERNS.join(', ')}), ` +
      `more than ${MOST_PATTERNS}. Use fewer, or prefixes (a*, START_WITH).`,
  );
}

function patternsOf(criteria: readonly Criterion[]): string[] {
  return criteria
    .filter(({ operator }) => PATTERNS.includes(operator))
    .flatMap(({ field, operator, values }) =>
      values.map((value) => JSON.stringify([field, operator, value])),
    );
}

function patternsIn(query: string, fulltext: boolean): string[] {
  const text = readQueryText(query, fulltext);
  if (text.kind === 'words') return [];
  return valuesOf(text.node)
    .filter(({ value }) => !isWords(value))
    .map(({ field, value }) => JSON.stringify([field, value.text]));
}
