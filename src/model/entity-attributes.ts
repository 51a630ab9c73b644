import type { EntityAttribute, EntityAttributes } from './entity-predicate.ts';
import { typedOwners } from './access/typed-owners.ts';
import { propertyAttributes, propertyOfAttribute } from './properties/property-texts.ts';
import { STRUCTURED_PROPERTY, type PropertyState } from './structured-property.ts';
import { entityTypeOf, isUrn, type Urn } from './urn.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.ts';

/** The current value of an aspect; undefined if it is not stored. */
export type StoredAspect = (urn: Urn, aspectName: string) => JsonObject | undefined;

/** Aspects that conditions depend on, and the attributes that each provides. */
const ATTRIBUTES_IN = {
  ownership: ['owner', 'typedOwner'],
  domains: ['domain'],
  container: ['container'],
  globalTags: ['tag'],
  glossaryTerms: ['term', 'glossary'],
  dataPlatformInstance: ['platformInstance'],
  groupMembership: ['group'],
  nativeGroupMembership: ['group'],
  dataHubViewInfo: ['viewType', 'creator'],
  subTypes: ['subType'],
} as const satisfies Readonly<Record<string, readonly EntityAttribute[]>>;

/** Aspect and member that hold the parent, by hierarchy. */
const PARENTS = {
  domain: [['domainProperties', 'parentDomain']],
  container: [['container', 'container']],
  glossary: [
    ['glossaryTermInfo', 'parentNode'],
    ['glossaryNodeInfo', 'parentNode'],
  ],
} as const;

/** An attribute that includes all ancestors. */
export type Hierarchy = keyof typeof PARENTS;

/** All hierarchies. */
export const HIERARCHIES: readonly Hierarchy[] = ['domain', 'container', 'glossary'];

/** Maximum depth of a hierarchy, more than any real one has; ancestors above it are ignored. */
export const MOST_LEVELS = 100;

/** Only the aspects that the conditions need, because each one costs a read; all if `asked` is absent. */
export function aspectsOfAttributes(asked: ReadonlySet<EntityAttribute> | undefined): readonly string[] {
  const isAsked = (attribute: EntityAttribute): boolean => asked?.has(attribute) ?? true;
  const names = Object.entries(ATTRIBUTES_IN)
    .filter(([, attributes]) => attributes.some(isAsked))
    .map(([aspectName]) => aspectName);
  const ofProperties =
    asked === undefined || [...asked].some((one) => propertyOfAttribute(one) !== undefined);
  return ofProperties ? [...names, STRUCTURED_PROPERTY.assignmentAspect] : names;
}

/** Attributes in the urn of an entity, which need not exist. */
export function attributesOfUrn(urn: Urn): EntityAttributes {
  return { urn: [urn], entityType: [entityTypeOf(urn)] };
}

/** Attributes of an entity from its own aspects, without ancestors. `propertyOf`: the properties whose values count. */
export function ownAttributes(
  urn: Urn,
  aspectOf: (aspectName: string) => JsonObject | undefined,
  propertyOf: (urn: Urn) => PropertyState | undefined,
): EntityAttributes {
  const list = (aspectName: keyof typeof ATTRIBUTES_IN, member: string): readonly JsonValue[] => {
    const value = aspectOf(aspectName)?.[member];
    if (value === undefined) return [];
    return isList(value) ? value : [value];
  };
  const terms = members(list('glossaryTerms', 'terms'), 'urn');
  return {
    ...attributesOfUrn(urn),
    owner: members(list('ownership', 'owners'), 'owner'),
    typedOwner: typedOwners(aspectOf('ownership') ?? {}),
    domain: [...ofType(urn, 'domain'), ...texts(list('domains', 'domains'))],
    container: [...ofType(urn, 'container'), ...texts(list('container', 'container'))],
    tag: members(list('globalTags', 'tags'), 'tag'),
    term: terms,
    glossary: [...ofType(urn, 'glossaryTerm'), ...ofType(urn, 'glossaryNode'), ...terms],
    group: texts([...list('groupMembership', 'groups'), ...list('nativeGroupMembership', 'nativeGroups')]),
    platformInstance: texts(list('dataPlatformInstance', 'instance')),
    viewType: texts(list('dataHubViewInfo', 'type')),
    creator: members(list('dataHubViewInfo', 'created'), 'actor'),
    subType: texts(list('subTypes', 'typeNames')),
    ...ofProperties(aspectOf(STRUCTURED_PROPERTY.assignmentAspect), propertyOf),
  };
}

/** Attributes of an entity, with all ancestors of those that conditions ask for. */
export function entityAttributes(
  urn: Urn,
  stored: StoredAspect,
  propertyOf: (urn: Urn) => PropertyState | undefined,
  asked: ReadonlySet<EntityAttribute>,
): EntityAttributes {
  const names = new Set(aspectsOfAttributes(asked));
  const aspectOf = (aspectName: string): JsonObject | undefined =>
    names.has(aspectName) ? stored(urn, aspectName) : undefined;
  const own = ownAttributes(urn, aspectOf, propertyOf);
  const above = HIERARCHIES.filter((hierarchy) => asked.has(hierarchy)).map((hierarchy) => {
    const reached = new Set(own[hierarchy]);
    let level = [...reached];
    for (let i = 0; level.length > 0 && i < MOST_LEVELS; i++) {
      level = level.filter(isUrn).flatMap((one) => parentIn(hierarchy, (name) => stored(one, name)) ?? []);
      level = level.filter((parent) => reached.size < reached.add(parent).size);
    }
    return [hierarchy, [...reached]] as const;
  });
  return { ...own, ...Object.fromEntries(above) };
}

/** The aspects that name the parent of an entity in a hierarchy. */
export function aspectsOfParent(hierarchy: Hierarchy): readonly string[] {
  return PARENTS[hierarchy].map(([aspectName]) => aspectName);
}

/** The parent of an entity in a hierarchy, from its aspects. */
export function parentIn(
  hierarchy: Hierarchy,
  aspectOf: (aspectName: string) => JsonObject | undefined,
): Urn | undefined {
  const [parent] = PARENTS[hierarchy].flatMap(([aspectName, member]) => aspectOf(aspectName)?.[member] ?? []);
  return typeof parent === 'string' && isUrn(parent) ? parent : undefined;
}

function ofProperties(
  assignments: JsonObject | undefined,
  propertyOf: (urn: Urn) => PropertyState | undefined,
): EntityAttributes {
  const { properties } = assignments ?? {};
  if (!Array.isArray(properties)) return {};
  const each = properties.filter(isJsonObject).map(({ propertyUrn, values }: JsonObject) => {
    const isKnown = typeof propertyUrn === 'string' && isUrn(propertyUrn);
    const property = isKnown ? propertyOf(propertyUrn) : undefined;
    return property && Array.isArray(values) ? propertyAttributes(property, values) : {};
  });
  return Object.fromEntries(each.flatMap((one) => Object.entries(one)));
}

/** A domain, container or glossary entity belongs to itself. */
function ofType(urn: Urn, entityType: string): readonly string[] {
  return entityTypeOf(urn) === entityType ? [urn] : [];
}

function members(values: readonly JsonValue[], member: string): readonly string[] {
  return texts(values.filter(isJsonObject).map((value: JsonObject) => value[member]));
}

function texts(values: readonly (JsonValue | undefined)[]): readonly string[] {
  return values.filter((value) => typeof value === 'string');
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
