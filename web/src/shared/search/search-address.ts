import type { UrlCodec } from '../../urls/search-state.ts';
import type { Criterion, Filters, Group, Operator } from './filters.ts';

/** Sort field and direction. */
export interface Sort {
  readonly field: string;
  readonly isDescending: boolean;
}

/** A page that shows the search of a part of the catalog. */
export interface SearchPlace {
  /** Path of the page. */
  readonly path: string;
  /** Conditions that every result meets, besides the filters that people choose. */
  readonly criteria: Group;
}

/** State of a search; all of it but `within` is in the address. */
export interface SearchState {
  readonly text: string;
  readonly filters: Filters;
  /** Undefined: by relevance. */
  readonly sort: Sort | undefined;
  /** From 1. */
  readonly page: number;
  /** Urn of a view; '' for none; undefined if not in the address. */
  readonly view: string | undefined;
  /** Fields that the person added to the facets. */
  readonly facets: readonly string[];
  /** Filters of the address that are not understood, as written; they have no effect. */
  readonly unread?: readonly string[];
  /** Undefined: the search page, which searches the whole catalog. */
  readonly within?: SearchPlace;
}

/** Words for operators in addresses. Never change them: people share and bookmark addresses. */
const WORDS: Readonly<Record<Operator, string>> = {
  EQUAL: 'is',
  EXISTS: 'exists',
  CONTAIN: 'contains',
  START_WITH: 'starts',
  END_WITH: 'ends',
  GREATER_THAN: 'gt',
  GREATER_THAN_OR_EQUAL_TO: 'gte',
  LESS_THAN: 'lt',
  LESS_THAN_OR_EQUAL_TO: 'lte',
  DESCENDANTS_INCL: 'below',
};
const OPERATORS = new Map(Object.entries(WORDS).map(([operator, word]) => [word, operator as Operator]));

/** Whether a text is the name of an operator. */
export function isOperator(text: string): text is Operator {
  return Object.hasOwn(WORDS, text);
}

/** Maximum page number in an address. */
const MAX_PAGE = 1_000_000;

/**
 * Codec of a search in the address: `q`, `view`, `sort` (`-` before the field: descending), `page`, `facet` for each added
 * facet, and `filter` for each condition: `platform:is:urn:li:dataPlatform:hive|urn:li:dataPlatform:kafka`, `-owners:exists`
 * negated. `or` starts a group of alternative conditions. A backslash escapes `|`, `:` in fields, and itself.
 */
export const SEARCH_ADDRESS: UrlCodec<SearchState> = { parse, format };

function parse(parameters: URLSearchParams): SearchState {
  const base: Criterion[] = [];
  const groups: Criterion[][] = [];
  const unread: string[] = [];
  for (const [name, text] of parameters) {
    if (name === 'or') groups.push([]);
    const criterion = name === 'filter' ? parseCriterion(text) : undefined;
    if (criterion) (groups.at(-1) ?? base).push(criterion);
    else if (name === 'filter') unread.push(text);
  }
  const page = Number(parameters.get('page') ?? 1);
  return {
    text: (parameters.get('q') ?? '').trim(),
    filters: { base, groups: groups.filter((group) => group.length > 0) },
    sort: parseSort(parameters.get('sort') ?? ''),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    view: parameters.get('view') ?? undefined,
    facets: [...new Set(parameters.getAll('facet').filter((field) => field !== ''))],
    ...(unread.length > 0 && { unread }),
  };
}

function format({ text, filters, sort, page, view, facets, unread = [] }: SearchState): URLSearchParams {
  const parameters = new URLSearchParams();
  if (text !== '') parameters.set('q', text);
  for (const part of unread) parameters.append('filter', part);
  for (const criterion of filters.base) parameters.append('filter', formatCriterion(criterion));
  for (const group of filters.groups) {
    parameters.append('or', '');
    for (const criterion of group) parameters.append('filter', formatCriterion(criterion));
  }
  for (const field of facets) parameters.append('facet', field);
  if (sort) parameters.set('sort', `${sort.isDescending ? '-' : ''}${sort.field}`);
  if (view !== undefined) parameters.set('view', view);
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

/** Address of a search with these filters, for links from other pages. */
export function searchAddress(state: Partial<SearchState>): string {
  const nothing = {
    text: '',
    filters: { base: [], groups: [] },
    sort: undefined,
    page: 1,
    view: undefined,
    facets: [],
  };
  const query = format({ ...nothing, ...state }).toString();
  const path = state.within?.path ?? '/search';
  return query === '' ? path : `${path}?${query}`;
}

function parseSort(text: string): Sort | undefined {
  const isDescending = text.startsWith('-');
  const field = isDescending ? text.slice(1) : text;
  return field === '' ? undefined : { field, isDescending };
}

/** A condition as in the parameter `filter`. */
export function formatCriterion({ field, operator, values, isNegated }: Criterion): string {
  const name = `${isNegated ? '-' : ''}${escapeText(field, ':')}:${WORDS[operator]}`;
  return operator === 'EXISTS' ? name : `${name}:${values.map((value) => escapeText(value, '|')).join('|')}`;
}

function parseCriterion(text: string): Criterion | undefined {
  const isNegated = text.startsWith('-');
  const [field, rest = ''] = splitOnce(isNegated ? text.slice(1) : text, ':');
  const [word, list] = splitOnce(rest, ':');
  const operator = OPERATORS.get(word);
  if (field === '' || operator === undefined) return undefined;
  const criterion = { field: unescape(field), operator, isNegated };
  if (operator === 'EXISTS') return { ...criterion, values: [] };
  if (list === undefined) return undefined;
  const values: string[] = [];
  for (let left: string | undefined = list; left !== undefined;) {
    const [value, next]: readonly [string, string?] = splitOnce(left, '|');
    values.push(unescape(value));
    left = next;
  }
  return { ...criterion, values };
}

/** A text in which a backslash escapes the separator, and itself. */
export function escapeText(text: string, separator: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`);
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gsu, '$1');
}

/** Splits a text at the first unescaped separator; the second part is absent if there is none. */
function splitOnce(text: string, separator: string): readonly [string, string?] {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === separator) return [text.slice(0, at), text.slice(at + 1)];
  }
  return [text];
}
