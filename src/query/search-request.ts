import { invalidRequest } from '../errors.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Filter } from '../model/filter.ts';
import type { Scope } from '../model/scope.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import type { Expression } from '../search/expression.ts';
import { allOf } from '../search/expression.ts';
import type { Mapping } from '../search/mapping.ts';
import { REMOVED_FIELD, parentField } from '../search/mapping.ts';
import type { Query, SearchIndex } from '../search/search-index.ts';
import { negate, oneOf } from './combine.ts';
import { guardsOf } from './property-guards.ts';
import { predicateExpression } from './predicate-expression.ts';
import { expandHierarchy } from './expand-hierarchy.ts';
import { resolveFilterFields } from './field-resolution.ts';
import type { FieldContext } from './field-resolution.ts';
import type { SearchInput } from './metadata-query.ts';
import { namesIn, readQueryText, resolveQueryText } from './query-text.ts';
import { resolveFilter } from './resolve-filter.ts';
import { seenColumns } from './seen-columns.ts';
import { seenMapping } from './seen-mapping.ts';
import type { TextCondition } from './text-conditions.ts';

/** What a search is resolved against. */
export interface SearchParts {
  readonly index: SearchIndex;
  readonly registry: EntityRegistry;
  readonly mapping: Mapping;
  readonly properties: PropertyDirectory;
  readonly defaultEntityTypes: readonly string[];
}

/** A search in the index's own terms, with what its names were resolved against. */
export interface SearchRequest {
  readonly query: Query;
  readonly context: FieldContext;
  /** The part of `query.where` that holds whatever was asked for: visibility and flags. */
  readonly always: Expression;
  /** The filter as the caller wrote it. */
  readonly filter: Filter;
  /** What the words or the query ask for in texts. */
  readonly sought: readonly TextCondition[];
}

/** Field by which a version says that it is the newest of its set. */
const LATEST_FIELD = 'isLatest';

/** Resolves types, filter, flags and words; everything that is wrong with them is INVALID_REQUEST. */
export async function resolveSearch(
  input: SearchInput,
  scope: Scope,
  parts: SearchParts,
): Promise<SearchRequest> {
  const entityTypes = resolveEntityTypes(input.entityTypes, parts);
  const mapping = seenMapping(parts.mapping.of(entityTypes), scope);
  const unguarded: FieldContext = { entityTypes, mapping, properties: parts.properties, scope };
  const text = readQueryText(input.query, input.flags.fulltext);
  const names = [...input.filter.flat().map(({ field }) => field), ...namesIn(text)];
  const named = names.flatMap((field) => resolveFilterFields(field, unguarded));
  const context = { ...unguarded, guards: await guardsOf(named, unguarded, parts.index) };
  const resolve = async (filter: Filter): Promise<Expression> =>
    resolveFilter(await expandHierarchy(filter, { index: parts.index, mapping, scope }), context);

  const visible: Expression[] = [];
  if (scope.entityFilter !== undefined) {
    visible.push(await predicateExpression(scope.entityFilter, { ...context, index: parts.index }));
  }
  visible.push(await seenColumns({ ...context, index: parts.index }));
  const always = [...visible];
  if (!input.flags.includeSoftDeleted && !names.some(isRemovedField))
    always.push(lacks(REMOVED_FIELD, 'true'));
  if (input.flags.filterNonLatestVersions) always.push(lacks(LATEST_FIELD, 'false'));

  const { where, words, sought } = resolveQueryText(text, context);
  const isStrict = input.flags.allWords || words?.isStrict === true;
  const seesAll = scope.entityFilter === undefined && scope.seesEveryProperty;
  const among = seesAll ? undefined : allOf(visible);
  const query: Query = {
    entityTypes,
    where: allOf([await resolve(input.filter), where, ...always]),
    ...(words !== undefined && { words: { ...words, isStrict, ...(among && { among }) } }),
  };
  return { query, context, always: allOf(always), filter: input.filter, sought };
}

function resolveEntityTypes(names: readonly string[], parts: SearchParts): readonly string[] {
  if (names.length === 0) return parts.defaultEntityTypes;
  const resolved = names.map((name) => {
    const entity = parts.registry.findEntity(name);
    if (entity === undefined) {
      throw invalidRequest(
        `Unknown entity type '${name}'. Name a type of the entity registry, 'dataset' for example.`,
      );
    }
    return entity.name;
  });
  return [...new Set(resolved)].sort();
}

/** Whoever asks for the field decides alone what becomes of soft-deleted entities. */
function isRemovedField(name: string): boolean {
  return parentField(name) === REMOVED_FIELD;
}

function lacks(field: string, value: string): Expression {
  return negate(oneOf(field, [value]));
}
