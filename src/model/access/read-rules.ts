import { isAboutProperty, type Grant } from './grants.ts';
import { isDecidedByUrn, type EntityCondition, type EntityPredicate } from '../entity-predicate.ts';
import { VIEW } from './personal.ts';
import { QUERY_READ_PRIVILEGES, READ_PRIVILEGES } from './privileges.ts';
import { QUERY_TYPE } from './subject-types.ts';
import { STRUCTURED_PROPERTY } from '../structured-property.ts';
import type { Urn } from '../urn.ts';

/** The parts of a grant that determine visibility. */
export type ReadGrant = Pick<Grant, 'privileges' | 'where' | 'properties'>;

/** On which of the visible entities the assignments of a structured property are visible. */
export type PropertyReadRule = 'everywhere' | 'nowhere' | EntityPredicate;

/** Visibility rules of an actor. */
export interface ReadRules {
  /** Visible entities; undefined: all. */
  readonly entities: EntityPredicate | undefined;
  /** A query is also visible if all its tables match this predicate; empty: none matches. */
  readonly queriedTables: EntityPredicate;
  readonly property: (propertyUrn: string) => PropertyReadRule;
  /** Whether every property is visible on every visible entity. */
  readonly seesEveryProperty: boolean;
  /** Whether visibility depends on entity attributes other than the urn; saved views are not considered. */
  readonly needsAttributes: boolean;
  /** The user whose personal settings and views are visible; undefined: those of all users. */
  readonly viewer: Urn | undefined;
  /** The account that is visible by its urn without a grant, though not in searches; undefined: none. */
  readonly ownAccount: Urn | undefined;
}

/** Restrictions and extensions of visibility that do not come from grants. */
export interface ReadLimits {
  /** Entity types that are never visible. */
  readonly hiddenTypes: readonly string[];
  /** Entity types that are visible without a grant. */
  readonly shownTypes: readonly string[];
  /** If set, only these entity types and `VOCABULARY` are visible. */
  readonly onlyTypes?: readonly string[] | undefined;
  /** If set, only these structured properties are visible. */
  readonly onlyProperties?: readonly string[] | undefined;
  /** Urn of the actor: of the personal saved views, only those it created are visible. Absent: all are. */
  readonly viewer?: Urn | undefined;
}

/** Entity types that describe parts of other entities; visible to every actor who may read any entity. */
export const VOCABULARY: readonly string[] = ['dataPlatform', 'dataType', 'entityType', 'ownershipType'];

/**
 * Visibility that results from grants. An entity is visible through a grant with a read privilege; a property definition
 * is visible if the property's assignments may be visible on any entity.
 */
export function readRulesOf(grants: readonly ReadGrant[], limits: ReadLimits): ReadRules {
  const reading = grants.filter(({ privileges }) => READ_PRIVILEGES.some((name) => privileges.has(name)));
  const readingQueries = grants.filter(isAboutQueries);
  return {
    entities: entitiesSeen(reading, limits),
    queriedTables: tablesQueried(readingQueries, limits),
    property: propertyReadRule(reading, limits),
    seesEveryProperty:
      limits.onlyProperties === undefined &&
      (reading.every(isAboutAllProperties) || reading.some(isAboutEverything)),
    needsAttributes:
      !reading.some(isAboutEverything) &&
      [...reading, ...readingQueries].some(({ where }) => !where.every(isDecidedByUrn)),
    viewer: limits.viewer,
    ownAccount: limits.onlyTypes?.includes('corpuser') === false ? undefined : limits.viewer,
  };
}

function propertyReadRule(
  reading: readonly ReadGrant[],
  { onlyProperties }: ReadLimits,
): (urn: string) => PropertyReadRule {
  const known = new Map<string, PropertyReadRule>();
  const find = (urn: string): PropertyReadRule => {
    if (onlyProperties?.includes(urn) === false) return 'nowhere';
    const matching = reading.filter((grant) => isAboutProperty(grant, urn));
    if (matching.length === 0) return 'nowhere';
    const isEverywhere =
      matching.length === reading.length || matching.some(({ where }) => where.length === 0);
    return isEverywhere ? 'everywhere' : merged(matching.map(({ where }) => where));
  };
  return (urn) => {
    const readRules = known.get(urn) ?? find(urn);
    if (known.size < MAX_CACHED) known.set(urn, readRules);
    return readRules;
  };
}

/** Bounds the cache: callers can send any number of unknown property urns. */
const MAX_CACHED = 10_000;

function entitiesSeen(reading: readonly ReadGrant[], limits: ReadLimits): EntityPredicate | undefined {
  const { hiddenTypes, shownTypes, onlyTypes, viewer } = limits;
  if (reading.length === 0) return shownTypes.length === 0 ? [] : [[ofType(shownTypes)]];
  const seesAll = reading.some(({ where }) => where.length === 0);
  const seesAllProperties = limits.onlyProperties === undefined && reading.some(isAboutAllProperties);
  // The common case, everything except a few types, can be decided from the urn alone.
  if (seesAll && seesAllProperties && onlyTypes === undefined) {
    if (viewer !== undefined)
      return [[noneOfType([...hiddenTypes, VIEW.entityType])], ...viewsSeen([[]], viewer)];
    return hiddenTypes.length === 0 ? undefined : [[noneOfType(hiddenTypes)]];
  }
  const apart = [STRUCTURED_PROPERTY.entityType, ...(viewer === undefined ? [] : [VIEW.entityType])];
  const common = [
    noneOfType([...hiddenTypes, ...apart]),
    ...(onlyTypes === undefined ? [] : [ofType(onlyTypes)]),
  ];
  const entities = merged(reading.map(({ where }) => where));
  return [
    ...entities.map((where) => [...where, ...common]),
    ...definitionsSeen(reading, limits),
    ...(viewer !== undefined && onlyTypes?.includes(VIEW.entityType) !== false
      ? viewsSeen(entities, viewer)
      : []),
    [ofType([...VOCABULARY, ...shownTypes])],
  ];
}

/** Visible saved views: public ones that match `entities`, and those created by the viewer. */
function viewsSeen(entities: EntityPredicate, viewer: string): EntityPredicate {
  const isView = ofType([VIEW.entityType]);
  const forEverybody = oneOf('viewType', ['GLOBAL']);
  return [...entities.map((where) => [isView, forEverybody, ...where]), [isView, oneOf('creator', [viewer])]];
}

/** Whether the grant shows queries by their tables: it grants reading them, and excludes no queries. */
function isAboutQueries({ privileges, where }: ReadGrant): boolean {
  return (
    QUERY_READ_PRIVILEGES.some((name) => privileges.has(name)) &&
    where.every((condition) => !condition.negated || !couldExcludeQueries(condition))
  );
}

function couldExcludeQueries({ attribute, match, values }: EntityCondition): boolean {
  const start = `urn:li:${QUERY_TYPE}:`;
  if (attribute === 'entityType')
    return values.some((value) => (match === 'equals' ? value === QUERY_TYPE : QUERY_TYPE.startsWith(value)));
  return attribute === 'urn' && values.some((value) => value.startsWith(start) || start.startsWith(value));
}

function tablesQueried(
  grants: readonly ReadGrant[],
  { hiddenTypes, onlyTypes }: ReadLimits,
): EntityPredicate {
  if (onlyTypes?.includes(QUERY_TYPE) === false) return [];
  return merged(grants.map(({ where }) => where)).map((where) => [...where, noneOfType(hiddenTypes)]);
}

function definitionsSeen(reading: readonly ReadGrant[], { onlyProperties }: ReadLimits): EntityPredicate {
  const isDefinition = ofType([STRUCTURED_PROPERTY.entityType]);
  const only = onlyProperties === undefined ? [] : [oneOf('urn', onlyProperties)];
  return merged(reading.map(({ properties }) => properties)).map((on) => [isDefinition, ...only, ...on]);
}

function isAboutEverything(grant: ReadGrant): boolean {
  return grant.where.length === 0 && isAboutAllProperties(grant);
}

function isAboutAllProperties({ properties }: ReadGrant): boolean {
  return properties.length === 0;
}

/** OR of lists of conditions. Single `equals` conditions are merged by attribute; an empty list matches everything. */
function merged(lists: readonly (readonly EntityCondition[])[]): EntityPredicate {
  if (lists.some((conditions) => conditions.length === 0)) return [[]];
  const values = new Map<EntityCondition['attribute'], Set<string>>();
  const others: (readonly EntityCondition[])[] = [];
  for (const conditions of lists) {
    const [only, more] = conditions;
    if (only === undefined || more !== undefined || only.negated || only.match !== 'equals')
      others.push(conditions);
    else values.set(only.attribute, new Set([...(values.get(only.attribute) ?? []), ...only.values]));
  }
  return [...[...values].map(([attribute, listed]) => [oneOf(attribute, [...listed])]), ...others];
}

function ofType(types: readonly string[]): EntityCondition {
  return oneOf('entityType', types);
}

function noneOfType(types: readonly string[]): EntityCondition {
  return { ...ofType(types), negated: true };
}

function oneOf(attribute: EntityCondition['attribute'], values: readonly string[]): EntityCondition {
  return { attribute, match: 'equals', values, negated: false };
}
