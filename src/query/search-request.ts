import { invalidRequest } from '../errors.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Criterion, Filter } from '../model/filter.ts';
import type { Scope } from '../model/scope.ts';
import type { LifecycleStages } from '../model/lifecycle-stage.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import type { Expression } from '../search/expression.ts';
import { REMOVED_FIELD, parentField, type Mapping } from '../search/mapping.ts';
import type { SearchReader, Visible, VisibleQuery } from '../search/search-index.ts';
import { negate, oneOf } from './filters/combine.ts';
import { guardsOf } from './visibility/property-guards.ts';
import { lifecycleConditions } from './lifecycle/lifecycle-conditions.ts';
import { narrowed } from './visibility/narrow.ts';
import { expandHierarchy } from './filters/expand-hierarchy.ts';
import { resolveFilterFields, type FieldContext } from './filters/field-resolution.ts';
import type { SearchInput } from './metadata-query.ts';
import { namesIn, readQueryText, resolveQueryText } from './language/query-text.ts';
import { resolveCriterion } from './filters/resolve-criterion.ts';
import { resolveFilter } from './filters/resolve-filter.ts';
import { warnOfPropertiesWithoutWords, withPropertyWords } from './property-words.ts';
import { seenColumns } from './visibility/seen-columns.ts';
import { seenMapping } from './visibility/seen-mapping.ts';
import type { TextCondition } from './language/text-conditions.ts';
import { unfilledFields } from './filters/unfilled-fields.ts';
import { warnOfBounds, warnOfUnfilledField, warnOfUnknownField, type Warn } from './warn-unknown-field.ts';
import { AskedEffective } from './inheritance/effective-filters.ts';
import type { Territories } from './inheritance/territories.ts';
import { isViolations, violatingEntities } from './violations/violations-filter.ts';
import { visibleEntities } from './visibility/visible-entities.ts';
import { because } from '../refusals.ts';

export interface SearchParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly mapping: Mapping;
  readonly properties: PropertyDirectory;
  readonly stages: LifecycleStages;
  readonly territories: Territories;
  readonly defaultEntityTypes: readonly string[];
  /** Called for fields that do not exist. */
  readonly warn: Warn;
}

/** A search resolved for the index, with the context used to resolve its names. */
export interface SearchRequest {
  readonly query: VisibleQuery;
  readonly context: FieldContext;
  /** Part of `query.where` that does not depend on filter and query text: visibility and flags. */
  readonly always: Visible<Expression>;
  /** The filter as sent by the caller. */
  readonly filter: Filter;
  /** Text conditions of the query text, for highlighting. */
  readonly highlighted: readonly TextCondition[];
}

/** Field that is true for the latest version of a version set. */
const LATEST_FIELD = 'isLatest';

/** Resolves entity types, filter, flags and query text. Throws INVALID_REQUEST if any of them is invalid. */
export async function resolveSearch(
  input: SearchInput,
  scope: Scope,
  parts: SearchParts,
): Promise<SearchRequest> {
  const entityTypes = resolveEntityTypes(input.entityTypes, parts);
  const seen = {
    entityTypes,
    mapping: seenMapping(parts.mapping.of(entityTypes), scope),
    properties: parts.properties,
    scope,
  };
  const unguarded: FieldContext = { ...seen, mapping: withPropertyWords(seen) };
  const text = readQueryText(input.query, input.flags.fulltext);
  const filtered = new Set(input.filter.flat().map(({ field }) => field));
  const names = [...new Set([...filtered, ...namesIn(text)])];
  const named = names.flatMap((name) => {
    const fields = resolveFilterFields(name, unguarded);
    if (fields.length === 0) {
      const what = filtered.has(name) ? 'Filter field' : 'Field of the query';
      warnOfUnknownField(what, name, 'has no values', parts.warn);
    }
    return fields;
  });
  for (const criterion of input.filter.flat()) warnOfEmptyRange(criterion, unguarded, parts.warn);
  const { index, territories, warn } = parts;
  const asking = { ...unguarded, index, territories, warn };
  const effective = new AskedEffective(asking);
  const context = {
    ...unguarded,
    effective,
    guards: await guardsOf(named, unguarded, parts.index),
    ...(names.some(isViolations) && { violations: await violatingEntities(asking) }),
  };
  const filter = await expandHierarchy(input.filter, { index, mapping: context.mapping });
  if (named.some(({ isEffective }) => isEffective === true)) {
    resolveFilter(filter, context);
    resolveQueryText(text, context);
    await effective.settle(warn);
  }

  const seeing = { ...context, index };
  const visible = narrowed(await visibleEntities(seeing), [await seenColumns(seeing)]);
  const flags: Expression[] = [];
  if (!input.flags.includeSoftDeleted && !names.some(isRemovedField))
    flags.push(lacks(REMOVED_FIELD, 'true'));
  flags.push(...lifecycleConditions(input.flags.lifecycle, { entityTypes, names, stages: parts.stages }));
  if (input.flags.filterNonLatestVersions) flags.push(lacks(LATEST_FIELD, 'false'));
  const always = narrowed(visible, flags);
  await warnOfUnfilledFields(filtered, { entityTypes, where: always }, parts);

  const { where, words, highlighted } = resolveQueryText(text, context);
  if (highlighted.length > 0) {
    await warnOfPropertiesWithoutWords({ entityTypes, where: always }, context, parts);
  }
  const isStrict = input.flags.allWords || words?.isStrict === true;
  const seesAll = scope.entityFilter === undefined && scope.seesEveryProperty;
  const among = seesAll ? undefined : visible;
  const query: VisibleQuery = {
    entityTypes,
    where: narrowed(always, [resolveFilter(filter, context), where]),
    ...(words !== undefined && { words: { ...words, isStrict, ...(among && { among }) } }),
  };
  return { query, context, always, filter: input.filter, highlighted };
}

/** Warns of BETWEEN with a first bound above the second, in the order of the field. */
function warnOfEmptyRange(criterion: Criterion, context: FieldContext, warn: Warn): void {
  const { field, operator, values } = criterion;
  if (operator !== 'BETWEEN' || values.length !== 2) return;
  const ranges = resolveFilterFields(field, context).map((one) => resolveCriterion(criterion, one, context));
  if (ranges.length > 0 && ranges.every(isEmptyRange)) warnOfBounds(field, values, warn);
}

function isEmptyRange(expression: Expression): boolean {
  if (expression.kind !== 'range') return false;
  const { lower, upper } = expression;
  return lower !== undefined && upper !== undefined && lower.value > upper.value;
}

/** Warns of filters on fields that no aspect fills, unless an entity visible to the caller has a value in them. */
async function warnOfUnfilledFields(
  names: ReadonlySet<string>,
  { entityTypes, where }: VisibleQuery,
  { index, registry, warn }: SearchParts,
): Promise<void> {
  const unfilled = unfilledFields(registry);
  for (const name of names) {
    const field = parentField(name);
    const aspect = unfilled.get(field);
    if (aspect === undefined) continue;
    const having = { entityTypes, where: narrowed(where, [{ kind: 'exists', field }]) };
    if ((await index.count(having)) === 0) warnOfUnfilledField(name, aspect, warn);
  }
}

function resolveEntityTypes(names: readonly string[], parts: SearchParts): readonly string[] {
  if (names.length === 0) return parts.defaultEntityTypes;
  const resolved = names.map((name) => {
    const entity = parts.registry.findEntity(name);
    if (entity === undefined) {
      throw invalidRequest(
        `Unknown entity type '${name}'. Use a type of the entity registry, such as 'dataset'.`,
        undefined,
        because('ENTITY_TYPE_UNKNOWN', { name, closest: '' }),
      );
    }
    return entity.name;
  });
  return [...new Set(resolved)].sort();
}

/** A search with this field decides itself whether to find soft-deleted entities. */
function isRemovedField(name: string): boolean {
  return parentField(name) === REMOVED_FIELD;
}

function lacks(field: string, value: string): Expression {
  return negate(oneOf(field, [value]));
}
