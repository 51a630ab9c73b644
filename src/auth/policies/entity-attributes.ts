import type { EntityAttribute, EntityAttributes } from '../../model/entity-predicate.ts';
import { propertyAttributes, propertyOfAttribute } from '../../model/properties/property-texts.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import { STRUCTURED_PROPERTY, type PropertyDirectory } from '../../model/structured-property.ts';
import { typedOwners } from '../../model/access/typed-owners.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { scopeOf } from '../../query/visibility/visibility.ts';
import { attributesOfUrn, type ReadAttributes } from '../../query/visibility/judged-entities.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { madeBy } from './known-makers.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

/** Aspects that policy conditions depend on, and the attributes that each provides. */
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

/** Maximum depth of a hierarchy, more than any real one has; ancestors above it are ignored. */
const MOST_LEVELS = 100;

/** Reads the current attributes of entities for policy conditions, independent of the actor, even if soft-deleted. */
export function createAttributeReader(
  { reader, scoped }: Pick<MetadataStore, 'reader' | 'scoped'>,
  properties: PropertyDirectory,
): ReadAttributes {
  // Ignores values of dead or soft-deleted properties.
  const live = scopeOf(properties);
  return async (urns, asked) => {
    const found = await scoped.entities(urns, aspectsFor(asked), live);
    const own = urns.map((urn) => {
      const aspects = found.get(urn)?.aspects ?? new Map();
      return [urn, { ...ownAttributes(urn, aspects), ...ofProperties(aspects, properties) }] as const;
    });
    const [domains, containers, nodes] = [
      await hierarchyAbove('domain', own, reader),
      await hierarchyAbove('container', own, reader),
      await hierarchyAbove('glossary', own, reader),
    ];
    return new Map(
      own.map(([urn, attributes]) => {
        const domain = withAncestors(attributes.domain ?? [], domains);
        const container = withAncestors(attributes.container ?? [], containers);
        const glossary = withAncestors(attributes.glossary ?? [], nodes);
        const row = found.get(urn)?.entity;
        return [urn, { ...attributes, domain, container, glossary, ...(row && { made: madeBy(row) }) }];
      }),
    );
  };
}

/** Only the aspects that the conditions need, because each one costs a read. */
function aspectsFor(asked: ReadonlySet<EntityAttribute> | undefined): readonly string[] {
  const isAsked = (attribute: EntityAttribute): boolean => asked?.has(attribute) ?? true;
  const names = Object.entries(ATTRIBUTES_IN)
    .filter(([, attributes]) => attributes.some(isAsked))
    .map(([aspectName]) => aspectName);
  const ofProperties =
    asked === undefined || [...asked].some((one) => propertyOfAttribute(one) !== undefined);
  return ofProperties ? [...names, STRUCTURED_PROPERTY.assignmentAspect] : names;
}

function ofProperties(aspects: EntityAspects, properties: PropertyDirectory): EntityAttributes {
  const assignments = aspects.get(STRUCTURED_PROPERTY.assignmentAspect)?.value['properties'];
  if (!Array.isArray(assignments)) return {};
  const each = assignments.filter(isJsonObject).map(({ propertyUrn, values }: JsonObject) => {
    const isKnown = typeof propertyUrn === 'string' && isUrn(propertyUrn);
    const property = isKnown ? properties.get(propertyUrn) : undefined;
    return property && Array.isArray(values) ? propertyAttributes(property, values) : {};
  });
  return each.reduce<EntityAttributes>((all, one) => ({ ...all, ...one }), {});
}

function ownAttributes(urn: Urn, aspects: EntityAspects): EntityAttributes {
  const list = (aspectName: keyof typeof ATTRIBUTES_IN, member: string): readonly JsonValue[] => {
    const value = aspects.get(aspectName)?.value[member];
    if (value === undefined) return [];
    return isList(value) ? value : [value];
  };
  const terms = members(list('glossaryTerms', 'terms'), 'urn');
  return {
    ...attributesOfUrn(urn),
    owner: members(list('ownership', 'owners'), 'owner'),
    typedOwner: typedOwners(aspects.get('ownership')?.value ?? {}),
    domain: [...ofType(urn, 'domain'), ...texts(list('domains', 'domains'))],
    container: [...ofType(urn, 'container'), ...texts(list('container', 'container'))],
    tag: members(list('globalTags', 'tags'), 'tag'),
    term: terms,
    glossary: [...ofType(urn, 'glossaryTerm'), ...ofType(urn, 'glossaryNode'), ...terms],
    group: texts([...list('groupMembership', 'groups'), ...list('nativeGroupMembership', 'nativeGroups')]),
    platformInstance: texts(list('dataPlatformInstance', 'instance')),
    viewType: texts(list('dataHubViewInfo', 'type')),
    creator: members(list('dataHubViewInfo', 'created'), 'actor'),
  };
}

/** A domain, container or glossary entity belongs to itself. */
function ofType(urn: Urn, entityType: string): readonly string[] {
  return entityTypeOf(urn) === entityType ? [urn] : [];
}

/** The parent of each entity in the hierarchy and of all its ancestors, by urn. */
async function hierarchyAbove(
  hierarchy: keyof typeof PARENTS,
  of: readonly (readonly [Urn, EntityAttributes])[],
  reader: SystemReader,
): Promise<ReadonlyMap<string, string>> {
  const links = PARENTS[hierarchy];
  const above = new Map<string, string>();
  let level = of.flatMap(([, attributes]) => (attributes[hierarchy] ?? []).filter(isUrn));
  for (let i = 0; level.length > 0 && i < MOST_LEVELS; i++) {
    const names = links.map(([aspectName]) => aspectName);
    const found = await reader.entities([...new Set(level)], names);
    level = [...found].flatMap(([urn, { aspects }]) => {
      const [parent] = links.flatMap(([aspectName, member]) => aspects.get(aspectName)?.value[member] ?? []);
      if (typeof parent !== 'string' || !isUrn(parent)) return [];
      const isKnown = above.has(parent);
      above.set(urn, parent);
      return isKnown ? [] : [parent];
    });
  }
  return above;
}

function withAncestors(urns: readonly string[], above: ReadonlyMap<string, string>): readonly string[] {
  const reached = new Set(urns);
  for (const urn of reached) {
    const parent = above.get(urn);
    if (parent !== undefined) reached.add(parent);
  }
  return [...reached];
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

/** Attributes of a new entity in a domain: the domain and its ancestors. */
export function attributesOfNew(urn: Urn, { domain = [] }: EntityAttributes): EntityAttributes {
  return { ...attributesOfUrn(urn), domain };
}
