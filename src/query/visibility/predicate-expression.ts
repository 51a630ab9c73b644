import { isDeepStrictEqual } from 'node:util';
import { QUERY_TYPE } from '../../model/access/subject-types.ts';
import { columnUrnStart } from '../../model/relationships/column-holder.ts';
import {
  holds,
  type EntityAttribute,
  type EntityCondition,
  type EntityPredicate,
} from '../../model/entity-predicate.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import { numberOf, propertyOfAttribute } from '../../model/properties/property-texts.ts';
import { parseDay } from '../../model/properties/scalar-text.ts';
import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { isUrn } from '../../model/urn.ts';
import { assignmentField } from '../../search/assignment-field.ts';
import { TYPED_OWNERS } from '../../search/documents/judged-fields.ts';
import { edgeField } from '../../search/links/edges.ts';
import { MATCH_ALL, type Expression } from '../../search/expression.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD } from '../../search/mapping.ts';
import { MATCH_NONE, anyOf, every, negate, oneOf } from '../filters/combine.ts';
import { expandHierarchy, type HierarchyContext } from '../filters/expand-hierarchy.ts';
import { queriesOfTables, subjectExpression } from './subject-expression.ts';

/** Context for resolving a predicate. */
export interface PredicateContext extends HierarchyContext {
  /** Entity types of the search. */
  readonly entityTypes: readonly string[];
  readonly properties: PropertyDirectory;
  readonly scope: Scope;
}

/** A cached expression, with the index position at which its hierarchies were expanded. */
interface CachedExpression {
  readonly position: Sequence;
  readonly expression: Promise<Expression>;
}

/** Last expression of each predicate, by searched entity types. An actor's requests share one predicate object. */
const cache = new WeakMap<EntityPredicate, Map<string, CachedExpression>>();

/**
 * Maximum number of sets of entity types per predicate, after which its cache is cleared; requests use few different
 * sets.
 */
const MOST_CACHED = 32;

/**
 * Resolves a predicate to an index expression. Uses index fields, not public names: a public name can cover several
 * fields, so a search would find more than a read of the entity allows. Cached until the index position changes.
 */
export function predicateExpression(
  predicate: EntityPredicate,
  context: PredicateContext,
): Promise<Expression> {
  return cachedFor(predicate, context, resolveAll);
}

/**
 * Entities that match the predicate by their own attributes; those of a column do not depend on its parent. Cached until the
 * index position changes.
 */
export function ownExpression(predicate: EntityPredicate, context: PredicateContext): Promise<Expression> {
  return cachedFor(predicate, context, resolvePredicate);
}

/** Queries visible to the scope by their tables alone. Cached until the index position changes. */
export async function queriesSeenByTables(context: PredicateContext): Promise<Expression> {
  const { queriedTables } = context.scope;
  if (queriedTables.length === 0 || !context.entityTypes.includes(QUERY_TYPE)) return MATCH_NONE;
  return cachedFor(queriedTables, context, (predicate, asked) =>
    queriesOfTables(predicate, asked, (open, entityTypes) =>
      resolvePredicate(open, { ...asked, entityTypes }),
    ),
  );
}

function cachedFor(
  predicate: EntityPredicate,
  context: PredicateContext,
  resolvePart: (predicate: EntityPredicate, context: PredicateContext) => Promise<Expression>,
): Promise<Expression> {
  const position = context.index.position();
  const known = cache.get(predicate) ?? new Map<string, CachedExpression>();
  const key = context.entityTypes.join();
  const last = known.get(key);
  if (last?.position === position) return last.expression;
  if (known.size >= MOST_CACHED) known.clear();
  const expression = resolvePart(predicate, context).then((next) => sameAs(last?.expression, next));
  cache.set(predicate, known.set(key, { position, expression }));
  // A failure must not be cached for the next request.
  expression.catch(() => known.delete(key));
  return expression;
}

/** The previous expression if it is equal: an index caches the documents of an expression by identity. */
async function sameAs(former: Promise<Expression> | undefined, next: Expression): Promise<Expression> {
  const before = await former?.catch(() => undefined);
  return before !== undefined && isDeepStrictEqual(before, next) ? before : next;
}

async function resolveAll(predicate: EntityPredicate, context: PredicateContext): Promise<Expression> {
  const ofItself = await resolvePredicate(predicate, context);
  const resolveOn = (open: EntityPredicate, entityTypes: readonly string[]): Promise<Expression> =>
    resolvePredicate(open, { ...context, entityTypes });
  const expression = every([ofItself, await subjectExpression(predicate, context, resolveOn)]);
  if (!context.entityTypes.includes(COLUMN_TYPE)) return expression;
  const ofHolder = anyOf(predicate.map((conditions) => allOfHolder(conditions)));
  if (context.entityTypes.length === 1) return every([expression, ofHolder]);
  const isColumn: Expression = {
    kind: 'terms',
    field: ENTITY_TYPE_FIELD,
    values: [COLUMN_TYPE],
    ignoreCase: false,
  };
  return every([expression, anyOf([negate(isColumn), ofHolder])]);
}

/** Conditions on the parent of a column that can be evaluated from the column's urn. */
function allOfHolder(conditions: readonly EntityCondition[]): Expression {
  return every(conditions.map(onHolder));
}

/**
 * Documents of columns do not have the attributes of their parent. Therefore, conditions on attributes other than type
 * and urn match nothing, rather than too much.
 */
function onHolder(condition: EntityCondition): Expression {
  const { attribute, match, negated, values } = condition;
  if (attribute === 'entityType')
    return holds(condition, { entityType: [COLUMN_TYPE] }) ? MATCH_ALL : MATCH_NONE;
  if (attribute !== 'urn') return MATCH_NONE;
  const starts = values.map((value) => columnUrnStart(match === 'equals' ? `${value},` : value));
  const matches = anyOf(starts.map((start) => startsWith(URN_FIELD, start)));
  return negated ? negate(matches) : matches;
}

async function resolvePredicate(predicate: EntityPredicate, context: PredicateContext): Promise<Expression> {
  const isPossible = (condition: EntityCondition): boolean =>
    condition.attribute !== 'entityType' || onEntityType(condition, context.entityTypes).kind !== 'none';
  const possible = predicate.filter((conditions) => conditions.every(isPossible));
  const alternatives = await Promise.all(
    possible.map(async (conditions) => {
      const resolved = await Promise.all(conditions.map((condition) => resolve(condition, context)));
      return every(resolved);
    }),
  );
  return anyOf(alternatives);
}

async function resolve(condition: EntityCondition, context: PredicateContext): Promise<Expression> {
  if (condition.attribute === 'entityType') return onEntityType(condition, context.entityTypes);
  const matches = await matching(condition, context);
  return condition.negated ? negate(matches) : matches;
}

/** Evaluates the condition on each of the few types; one that holds for all of them needs no index condition. */
function onEntityType(condition: EntityCondition, entityTypes: readonly string[]): Expression {
  const values = entityTypes.filter((entityType) => holds(condition, { entityType: [entityType] }));
  if (values.length === 0) return MATCH_NONE;
  if (values.length === entityTypes.length) return MATCH_ALL;
  return { kind: 'terms', field: ENTITY_TYPE_FIELD, values, ignoreCase: false };
}

/** Index fields by attribute; a value in one of them suffices. All are `isJudged`. */
export const FIELDS: Readonly<Partial<Record<EntityAttribute, readonly string[]>>> = {
  urn: [URN_FIELD],
  owner: ['owners'],
  typedOwner: [TYPED_OWNERS],
  domain: ['domains'],
  container: ['container'],
  tag: ['tags'],
  term: ['glossaryTerms'],
  glossary: ['glossaryTerms'],
  group: [edgeField('IsMemberOfGroup'), edgeField('IsMemberOfNativeGroup')],
  platformInstance: ['platformInstance'],
  subType: ['typeNames'],
  viewType: ['type'],
  creator: ['createdBy'],
};

/** Entity types of hierarchical attributes. An entity of these types is itself a member of its own subtree. */
const HIERARCHIES: Readonly<Partial<Record<EntityAttribute, readonly string[]>>> = {
  domain: ['domain'],
  container: ['container'],
  glossary: ['glossaryTerm', 'glossaryNode'],
};

async function matching(condition: EntityCondition, context: PredicateContext): Promise<Expression> {
  const { attribute, match, values } = condition;
  const propertyUrn = propertyOfAttribute(attribute);
  if (propertyUrn !== undefined) return onProperty(propertyUrn, condition, context);
  const fields = FIELDS[attribute] ?? [];
  if (values.length === 0) return MATCH_NONE;
  if (match === 'startsWith') {
    return anyOf(fields.flatMap((field) => values.map((start) => startsWith(field, start))));
  }
  const [field = ''] = fields;
  const hierarchy = HIERARCHIES[attribute] ?? [];
  const isSearched = hierarchy.some((entityType) => context.entityTypes.includes(entityType));
  const wanted = hierarchy.length === 0 ? values : await andBelow(field, values, hierarchy, context);
  return anyOf([...fields, ...(isSearched ? [URN_FIELD] : [])].map((one) => oneOf(one, wanted)));
}

/** Numbers and dates are indexed as numbers and support exact matches only. */
function onProperty(
  propertyUrn: string,
  { match, values }: EntityCondition,
  { properties }: PredicateContext,
): Expression {
  const property = isUrn(propertyUrn) ? properties.get(propertyUrn) : undefined;
  if (property === undefined || property.removed || values.length === 0) return MATCH_NONE;
  const field = assignmentField(property.urn, property.generation);
  const { valueType } = property.definition;
  if (valueType === 'number' || valueType === 'date') {
    const parse = valueType === 'number' ? numberOf : parseDay;
    const numbers = values.flatMap((value) => parse(value) ?? []);
    const isFindable = match === 'equals' && numbers.length > 0;
    return isFindable ? { kind: 'numbers', field, values: numbers } : MATCH_NONE;
  }
  if (match === 'equals') return oneOf(field, values);
  return anyOf(values.map((start) => startsWith(field, start)));
}

/** The values and all their descendants in the hierarchy. */
async function andBelow(
  field: string,
  values: readonly string[],
  hierarchy: readonly string[],
  context: PredicateContext,
): Promise<readonly string[]> {
  const criterion = { field, operator: 'DESCENDANTS_INCL', values, negated: false } as const;
  const mapping = { referencesOf: () => hierarchy };
  const [[expanded] = []] = await expandHierarchy([[criterion]], { ...context, mapping });
  return expanded?.values ?? values;
}

/** Case-sensitive prefix match, as a range: strings compare by UTF-16 code unit, of which `\uffff` is the greatest. */
function startsWith(field: string, start: string): Expression {
  const upper = { value: `${start}\uffff`, inclusive: false };
  return { kind: 'range', field, lower: { value: start, inclusive: true }, upper };
}
