import { columnUrnStart } from '../model/column-holder.ts';
import type { EntityAttribute, EntityCondition, EntityPredicate } from '../model/entity-predicate.ts';
import { holds } from '../model/entity-predicate.ts';
import { COLUMN_TYPE } from '../model/lineage.ts';
import { numberOf, propertyOfAttribute } from '../model/property-texts.ts';
import { parseDay } from '../model/scalar-text.ts';
import type { Sequence } from '../model/sequence.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import { isUrn } from '../model/urn.ts';
import { assignmentField } from '../search/assignment-field.ts';
import { TYPED_OWNERS } from '../search/document.ts';
import { edgeField } from '../search/edges.ts';
import type { Expression } from '../search/expression.ts';
import { MATCH_ALL, allOf } from '../search/expression.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD } from '../search/mapping.ts';
import { MATCH_NONE, anyOf, negate, oneOf } from './combine.ts';
import type { HierarchyContext } from './expand-hierarchy.ts';
import { expandHierarchy } from './expand-hierarchy.ts';
import { subjectExpression } from './subject-expression.ts';

/** What a predicate is resolved against. */
export interface PredicateContext extends HierarchyContext {
  /** The entity types that are searched. */
  readonly entityTypes: readonly string[];
  readonly properties: PropertyDirectory;
}

/** An expression, and the commit upon which the hierarchies in it were expanded. */
interface Remembered {
  readonly position: Sequence;
  readonly expression: Promise<Expression>;
}

/** What each predicate came to last, by the entity types that were searched. An actor asks with the same one each time. */
const remembered = new WeakMap<EntityPredicate, Map<string, Remembered>>();

/** Requests name few different sets of entity types; beyond this many the memory of them starts anew. */
const MOST_REMEMBERED = 32;

/**
 * The predicate as an index evaluates it. It names index fields, not public names: a public name may mean several
 * fields, and then a search would show more than a read of the entity.
 */
export function predicateExpression(
  predicate: EntityPredicate,
  context: PredicateContext,
): Promise<Expression> {
  const position = context.index.position();
  const known = remembered.get(predicate) ?? new Map<string, Remembered>();
  const key = context.entityTypes.join();
  const last = known.get(key);
  if (last?.position === position) return last.expression;
  if (known.size >= MOST_REMEMBERED) known.clear();
  const expression = resolveAll(predicate, context);
  remembered.set(predicate, known.set(key, { position, expression }));
  // One that failed must not fail the next request as well.
  expression.catch(() => known.delete(key));
  return expression;
}

async function resolveAll(predicate: EntityPredicate, context: PredicateContext): Promise<Expression> {
  const ofItself = await resolvePredicate(predicate, context);
  const resolveOn = (open: EntityPredicate, entityTypes: readonly string[]): Promise<Expression> =>
    resolvePredicate(open, { ...context, entityTypes });
  const expression = both(ofItself, await subjectExpression(predicate, context, resolveOn));
  if (!context.entityTypes.includes(COLUMN_TYPE)) return expression;
  const ofHolder = anyOf(predicate.map((conditions) => allOfHolder(conditions)));
  if (context.entityTypes.length === 1) return both(expression, ofHolder);
  const isColumn: Expression = {
    kind: 'terms',
    field: ENTITY_TYPE_FIELD,
    values: [COLUMN_TYPE],
    ignoreCase: false,
  };
  return both(expression, anyOf([negate(isColumn), ofHolder]));
}

function both(one: Expression, other: Expression): Expression {
  return one.kind === 'none' || other.kind === 'none' ? MATCH_NONE : allOf([one, other]);
}

/** The conditions on the entity that holds a column, as far as the urn of the column tells. */
function allOfHolder(conditions: readonly EntityCondition[]): Expression {
  const resolved = conditions.map(onHolder);
  return resolved.some(({ kind }) => kind === 'none') ? MATCH_NONE : allOf(resolved);
}

/** What only the entity itself has is in no document of its columns: nothing is found rather than too much. */
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
      return resolved.some(({ kind }) => kind === 'none') ? MATCH_NONE : allOf(resolved);
    }),
  );
  return anyOf(alternatives);
}

async function resolve(condition: EntityCondition, context: PredicateContext): Promise<Expression> {
  if (condition.attribute === 'entityType') return onEntityType(condition, context.entityTypes);
  const matches = await matching(condition, context);
  return condition.negated ? negate(matches) : matches;
}

/** The types are few: the condition is tried on each, and one that holds for all of them costs nothing. */
function onEntityType(condition: EntityCondition, entityTypes: readonly string[]): Expression {
  const values = entityTypes.filter((entityType) => holds(condition, { entityType: [entityType] }));
  if (values.length === 0) return MATCH_NONE;
  if (values.length === entityTypes.length) return MATCH_ALL;
  return { kind: 'terms', field: ENTITY_TYPE_FIELD, values, ignoreCase: false };
}

/** Index fields of the attributes; a value in one of them is enough. */
const FIELDS: Readonly<Partial<Record<EntityAttribute, readonly string[]>>> = {
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
  viewType: ['type'],
  creator: ['createdBy'],
};

/** The types of the entities that a hierarchy is made of; each is in itself, as the entities in it are. */
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

/** Values that are numbers in the index are found whole; no text of theirs is looked into. */
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

/** These and all that are below them in their hierarchy. */
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

/** Texts compare by UTF-16 code unit, and none is greater than the last of them: the case of letters counts. */
function startsWith(field: string, start: string): Expression {
  const upper = { value: `${start}\uffff`, inclusive: false };
  return { kind: 'range', field, lower: { value: start, inclusive: true }, upper };
}
