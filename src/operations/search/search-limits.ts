import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { MOST_CONDITIONS, checkFilterSize, checkNumber } from '../../model/filter-parts/filter-size.ts';
import { checkBounds } from '../../model/filter-parts/range-bounds.ts';
import { FILTER_OPERATORS, OPERATOR_KINDS, lacksValues, type Criterion } from '../../model/filter.ts';
import { MAX_FACET_SIZE } from '../../query/facets/count-facets.ts';
import { isWords, valuesOf } from '../../query/language/query-node.ts';
import type { PageInput, SearchInput } from '../../query/metadata-query.ts';
import { MAX_SHOWN_NAME } from '../../query/warn-unknown-field.ts';
import { shorten } from '../../util/printable.ts';
import { readQueryText } from '../../query/language/query-text.ts';

/** Maximum length of a query text, in UTF-16 code units: each word costs a pass over the index. */
const LONGEST_QUERY = 4_000;

/** Maximum number of sort criteria: each is compared for every hit. */
const MOST_SORTS = 32;

/** Maximum number of patterns with a leading or embedded wildcard: each reads every distinct value of a field. */
const MOST_PATTERNS = 16;
/** Maximum length of a pattern of a filter, in UTF-16 units: by default, no value that it could match is longer. */
const LONGEST_PATTERN = 32_766;
const PATTERNS = FILTER_OPERATORS.filter((operator) => OPERATOR_KINDS[operator] === 'pattern');

/** Maximum number of prefixes in a query text: each collects the documents of all words that begin with it, in every text field. */
const MOST_PREFIXES = 50;

/** Throws INVALID_REQUEST for a search with too many sort criteria. */
export function checkSorts({ sort }: Pick<PageInput, 'sort'>): void {
  checkNumber('sort criteria', sort.length, MOST_SORTS, 'search');
}

/** Throws INVALID_REQUEST for a search beyond the limits of this file, or with a condition that lacks values or has too many. */
export function checkSearch({ query, typed = query, filter, flags, entityTypes }: SearchInput): void {
  if (typed.length > LONGEST_QUERY) {
    throw invalidRequest(
      `The query has ${typed.length} characters, more than ${LONGEST_QUERY}. Search for fewer words, or filter by a field.`,
      'query',
      because('QUERY_TOO_LONG', { most: LONGEST_QUERY }),
    );
  }
  if (flags.maxAggValues > MAX_FACET_SIZE) {
    throw invalidRequest(
      `maxAggValues must be at most ${MAX_FACET_SIZE}, not ${flags.maxAggValues}. Filter for the values of interest.`,
      'maxAggValues',
      because('INPUT_TOO_LARGE', { name: 'maxAggValues', most: MAX_FACET_SIZE }),
    );
  }
  checkNumber('entity types', entityTypes.length, MOST_CONDITIONS, 'search');
  checkFilterSize(filter, 'search');
  const criteria = filter.flat();
  for (const criterion of criteria) {
    requireValues(criterion);
    checkBounds(criterion);
    checkLengths(criterion);
  }
  const written = wordsIn(query, flags.fulltext);
  checkPatterns(patternsOf(criteria), written.patterns);
  checkPrefixes(written.prefixes);
}

function requireValues(criterion: Criterion): void {
  if (!lacksValues(criterion)) return;
  const { field, operator } = criterion;
  throw invalidRequest(
    `The filter on '${shorten(field, MAX_SHOWN_NAME)}' has no values, and ${operator} needs some. ` +
      'Give values, or remove the filter; EXISTS and IS_NULL take none.',
    undefined,
    because('FILTER_INVALID', { field }),
  );
}

function checkLengths({ field, operator, values }: Criterion): void {
  const kind = OPERATOR_KINDS[operator];
  if (kind !== 'pattern' && kind !== 'prefix') return;
  const long = values.find(({ length }) => length > LONGEST_PATTERN);
  if (long === undefined) return;
  throw invalidRequest(
    `A value of ${operator} on '${shorten(field, MAX_SHOWN_NAME)}' has ${long.length} characters, ` +
      `more than ${LONGEST_PATTERN}. Search for a part of it.`,
    undefined,
    because('QUERY_TOO_LONG', { most: LONGEST_PATTERN }),
  );
}

/** Repetitions of the same pattern on the same field count once. */
function checkPatterns(...patterns: readonly (readonly string[])[]): void {
  const { size } = new Set(patterns.flat());
  if (size <= MOST_PATTERNS) return;
  throw invalidRequest(
    `The search has ${size} patterns with a leading or embedded wildcard (*a, a*b, ${PATTERNS.join(', ')}), ` +
      `more than ${MOST_PATTERNS}. Use fewer, or prefixes (a*, START_WITH).`,
    undefined,
    because('QUERY_TOO_LONG', { most: MOST_PATTERNS }),
  );
}

function patternsOf(criteria: readonly Criterion[]): string[] {
  return criteria
    .filter(({ operator }) => OPERATOR_KINDS[operator] === 'pattern')
    .flatMap(({ field, operator, values }) =>
      values.map((value) => JSON.stringify([field, operator, value])),
    );
}

/** The same prefix on the same field counts once. */
function checkPrefixes(prefixes: readonly string[]): void {
  const { size } = new Set(prefixes);
  if (size <= MOST_PREFIXES) return;
  throw invalidRequest(
    `The query has ${size} prefixes (a*), more than ${MOST_PREFIXES}. Use fewer, or filter by a field (START_WITH).`,
    undefined,
    because('QUERY_TOO_LONG', { most: MOST_PREFIXES }),
  );
}

/** Wildcard terms of a query text, by field. */
interface WrittenWildcards {
  readonly prefixes: readonly string[];
  /** With a leading or embedded wildcard. */
  readonly patterns: readonly string[];
}

function wordsIn(query: string, fulltext: boolean): WrittenWildcards {
  const text = readQueryText(query, fulltext);
  if (text.kind === 'words') return { prefixes: prefixesOf('', text.text), patterns: [] };
  const values = valuesOf(text.node);
  return {
    prefixes: values.flatMap(({ field = '', value }) =>
      value.hasGaps && isWords(value) ? prefixesOf(field, value.text) : [],
    ),
    patterns: values
      .filter(({ value }) => !isWords(value))
      .map(({ field, value }) => JSON.stringify([field, value.text])),
  };
}

function prefixesOf(field: string, text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter((word) => word.length > 1 && word.endsWith('*'))
    .map((word) => JSON.stringify([field, word]));
}
