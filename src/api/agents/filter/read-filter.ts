import type { Criterion, Filter, FilterOperator } from '../../../model/filter.ts';
import { isUrn } from '../../../model/urn.ts';
import type { NameCall } from '../names/find-names.ts';
import { typeNamed } from '../names/kinds.ts';
import { urnNamed } from '../names/urn-named.ts';
import { alternativesOf } from './alternatives.ts';
import { filterError, quotedPart } from './filter-tokens.ts';
import { parseFilter, type FilterCondition } from './parse-filter.ts';

/** A filter in the form of a search. */
export interface ReadFilter {
  readonly filter: Filter;
  /** Entity types that it names; empty: none. */
  readonly entityTypes: readonly string[];
  readonly includeSoftDeleted: boolean;
}

/** Index fields by the names that DataHub's clients use, besides their own. */
const FIELDS: Readonly<Record<string, string>> = {
  entity_type: '_entityType',
  type: '_entityType',
  entity_subtype: 'typeNames',
  subtype: 'typeNames',
  platform: 'platform',
  domain: 'domains',
  env: 'origin',
  environment: 'origin',
  owner: 'owners',
  tag: 'tags',
  term: 'glossaryTerms',
  glossary_term: 'glossaryTerms',
  status: 'status',
};

/** Kinds of the entities that the values of a field name. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  domains: ['domain'],
  owners: ['user', 'group'],
  tags: ['tag'],
  fieldTags: ['tag'],
  glossaryTerms: ['term'],
  fieldGlossaryTerms: ['term'],
  container: ['container'],
};

const OPERATORS: Readonly<Record<FilterCondition['operator'], FilterOperator>> = {
  '=': 'EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL_TO',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL_TO',
  exists: 'EXISTS',
};

const STATUSES = ['NOT_SOFT_DELETED', 'ALL', 'ONLY_SOFT_DELETED'];
/** Maximum names that are looked up for one filter. */
const MOST_NAMES = 50;
const NO_FILTER: ReadFilter = { filter: [], entityTypes: [], includeSoftDeleted: false };

/** The names of a filter, resolved once each. */
class FilterNames {
  readonly #call: NameCall;
  readonly #known = new Map<string, Promise<string>>();

  constructor(call: NameCall) {
    this.#call = call;
  }

  /** The urn of a tag, term, domain, owner or container, by name or urn. Throws NOT_FOUND, or INVALID_REQUEST if several have it. */
  async urnOf(name: string, kinds: readonly string[]): Promise<string> {
    const key = JSON.stringify([name, kinds]);
    if (this.#known.size >= MOST_NAMES && !this.#known.has(key)) {
      throw filterError(`it names more than ${MOST_NAMES} entities`);
    }
    const known = this.#known.get(key) ?? this.#resolve(name, kinds);
    this.#known.set(key, known);
    return known;
  }

  async #resolve(name: string, kinds: readonly string[]): Promise<string> {
    if (isUrn(name)) return name;
    return urnNamed(name, kinds, 'filter', this.#call);
  }

  typeOf(name: string): string {
    return typeNamed(name, 'filter', this.#call.registry);
  }
}

/** Reads a filter in DataHub's grammar. Throws INVALID_REQUEST for its syntax, and NOT_FOUND for names that do not exist. */
export async function readFilter(text: string | undefined, call: NameCall): Promise<ReadFilter> {
  if (text === undefined || text.trim() === '') return NO_FILTER;
  const names = new FilterNames(call);
  const alternatives = alternativesOf(parseFilter(text));
  const filter: Criterion[][] = [];
  for (const conditions of alternatives) {
    const criteria: Criterion[] = [];
    for (const condition of conditions) criteria.push(await criterionOf(condition, names));
    filter.push(criteria);
  }
  const typed = filter.flat().filter(({ field }) => field === '_entityType');
  const isTyped = filter.every((all) =>
    all.some(({ field, negated }) => field === '_entityType' && !negated),
  );
  return {
    filter,
    entityTypes: isTyped ? [...new Set(typed.flatMap(({ values }) => values))] : [],
    includeSoftDeleted: alternatives
      .flat()
      .some(({ field, values }) => fieldOf(field) === 'status' && values[0] !== STATUSES[0]),
  };
}

/** Name of a field in the index, from any name that DataHub's clients use. */
export function fieldOf(name: string): string {
  const word = name.toLowerCase();
  return Object.hasOwn(FIELDS, word) ? (FIELDS[word] ?? name) : name;
}

async function criterionOf(condition: FilterCondition, names: FilterNames): Promise<Criterion> {
  const { isNegated: negated, values } = condition;
  const field = fieldOf(condition.field);
  if (field === 'status') return statusCriterion(condition);
  const criterion = { field, operator: OPERATORS[condition.operator], negated };
  if (field === '_entityType') return { ...criterion, values: values.map((value) => names.typeOf(value)) };
  if (field === 'platform') {
    const urns = values.map((value) => (isUrn(value) ? value : `urn:li:dataPlatform:${value}`));
    return { ...criterion, values: urns };
  }
  const kinds = Object.hasOwn(KINDS, field) ? KINDS[field] : undefined;
  if (kinds === undefined) return { ...criterion, values };
  return { ...criterion, values: await Promise.all(values.map((value) => names.urnOf(value, kinds))) };
}

/** DataHub's condition on soft deletion. */
function statusCriterion({ isNegated, operator, values: [value = ''] }: FilterCondition): Criterion {
  if (operator !== '=' || !STATUSES.includes(value)) {
    throw filterError(`status must be ${STATUSES.join(', ')}, not ${quotedPart(value)}`);
  }
  if (value === 'ALL') return { field: 'urn', operator: 'EXISTS', values: [], negated: isNegated };
  const isShown = value === 'NOT_SOFT_DELETED';
  return { field: 'removed', operator: 'EQUAL', values: ['true'], negated: isShown !== isNegated };
}
