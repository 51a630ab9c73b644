import type { EntityCondition, EntityPredicate } from './entity-predicate.ts';
import type { Grant } from './grants.ts';
import { isAboutProperty } from './grants.ts';
import { isToldByUrn } from './entity-predicate.ts';
import { READ_PRIVILEGES } from './privileges.ts';
import { STRUCTURED_PROPERTY } from './structured-property.ts';

/** The parts of a grant that tell what may be seen. */
export type SightGrant = Pick<Grant, 'privileges' | 'where' | 'properties'>;

/** Where assignments of a structured property may be seen, among the entities that may be seen. */
export type PropertySight = 'everywhere' | 'nowhere' | EntityPredicate;

/** What an actor may see, as rules. */
export interface Sight {
  /** Undefined: every entity. */
  readonly entities: EntityPredicate | undefined;
  readonly property: (propertyUrn: string) => PropertySight;
  /** Whether every property may be seen wherever its entity may. */
  readonly seesEveryProperty: boolean;
  /** Whether more than urns decides about anything besides saved views. */
  readonly needsAttributes: boolean;
}

/** What an actor may see besides what its grants say. */
export interface SightLimits {
  /** Entity types that the actor may not see at all. */
  readonly hiddenTypes: readonly string[];
  /** Entity types that the actor may see whatever its grants. */
  readonly shownTypes: readonly string[];
  /** The only entity types that may be seen, besides the vocabulary. */
  readonly onlyTypes?: readonly string[] | undefined;
  /** The only structured properties that may be seen. */
  readonly onlyProperties?: readonly string[] | undefined;
  /** Who looks: of the saved views that are not for everybody, only those of its own are seen; absent: all of them. */
  readonly viewer?: string | undefined;
}

const VIEW = 'dataHubView';

/** What names and describes the parts of other entities; whoever may read anything may read it. */
export const VOCABULARY: readonly string[] = ['dataPlatform', 'dataType', 'entityType', 'ownershipType'];

/**
 * What the grants let an actor see. An entity is seen through a grant to read it; a definition of a property is seen
 * by whoever may see the property's assignments on some entity.
 */
export function sightOf(grants: readonly SightGrant[], limits: SightLimits): Sight {
  const reading = grants.filter(({ privileges }) => READ_PRIVILEGES.some((name) => privileges.has(name)));
  return {
    entities: entitiesSeen(reading, limits),
    property: propertySight(reading, limits),
    seesEveryProperty:
      limits.onlyProperties === undefined &&
      (reading.every(isAboutAllProperties) || reading.some(isAboutEverything)),
    needsAttributes:
      !reading.some(isAboutEverything) && reading.some(({ where }) => !where.every(isToldByUrn)),
  };
}

function propertySight(
  reading: readonly SightGrant[],
  { onlyProperties }: SightLimits,
): (urn: string) => PropertySight {
  const known = new Map<string, PropertySight>();
  const find = (urn: string): PropertySight => {
    if (onlyProperties?.includes(urn) === false) return 'nowhere';
    const telling = reading.filter((grant) => isAboutProperty(grant, urn));
    if (telling.length === 0) return 'nowhere';
    const isEverywhere = telling.length === reading.length || telling.some(({ where }) => where.length === 0);
    return isEverywhere ? 'everywhere' : merged(telling.map(({ where }) => where));
  };
  return (urn) => {
    const sight = known.get(urn) ?? find(urn);
    if (known.size < MOST_REMEMBERED) known.set(urn, sight);
    return sight;
  };
}

/** Names that a caller makes up must not fill the memory. */
const MOST_REMEMBERED = 10_000;

function entitiesSeen(reading: readonly SightGrant[], limits: SightLimits): EntityPredicate | undefined {
  const { hiddenTypes, shownTypes, onlyTypes, viewer } = limits;
  if (reading.length === 0) return shownTypes.length === 0 ? [] : [[ofType(shownTypes)]];
  const seesAll = reading.some(({ where }) => where.length === 0);
  const seesAllProperties = limits.onlyProperties === undefined && reading.some(isAboutAllProperties);
  // Everything but a few types is the common case, and is told by the urn alone.
  if (seesAll && seesAllProperties && onlyTypes === undefined) {
    if (viewer !== undefined) return [[noneOfType([...hiddenTypes, VIEW])], ...viewsSeen([[]], viewer)];
    return hiddenTypes.length === 0 ? undefined : [[noneOfType(hiddenTypes)]];
  }
  const apart = [STRUCTURED_PROPERTY.entityType, ...(viewer === undefined ? [] : [VIEW])];
  const common = [
    noneOfType([...hiddenTypes, ...apart]),
    ...(onlyTypes === undefined ? [] : [ofType(onlyTypes)]),
  ];
  const entities = merged(reading.map(({ where }) => where));
  return [
    ...entities.map((where) => [...where, ...common]),
    ...definitionsSeen(reading, limits),
    ...(viewer !== undefined && onlyTypes?.includes(VIEW) !== false ? viewsSeen(entities, viewer) : []),
    [ofType([...VOCABULARY, ...shownTypes])],
  ];
}

/** Saved views for everybody where entities are seen, and the own ones. */
function viewsSeen(entities: EntityPredicate, viewer: string): EntityPredicate {
  const isView = ofType([VIEW]);
  const forEverybody = oneOf('viewType', ['GLOBAL']);
  return [...entities.map((where) => [isView, forEverybody, ...where]), [isView, oneOf('creator', [viewer])]];
}

function definitionsSeen(reading: readonly SightGrant[], { onlyProperties }: SightLimits): EntityPredicate {
  const isDefinition = ofType([STRUCTURED_PROPERTY.entityType]);
  const only = onlyProperties === undefined ? [] : [oneOf('urn', onlyProperties)];
  return merged(reading.map(({ properties }) => properties)).map((on) => [isDefinition, ...only, ...on]);
}

function isAboutEverything(grant: SightGrant): boolean {
  return grant.where.length === 0 && isAboutAllProperties(grant);
}

function isAboutAllProperties({ properties }: SightGrant): boolean {
  return properties.length === 0;
}

/** OR of the lists of conditions: those that only list values become one, and one without conditions is all there is. */
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
