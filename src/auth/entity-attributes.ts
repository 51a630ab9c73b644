import type { EntityAttributes } from '../model/entity-predicate.ts';
import { typedOwner } from '../model/entity-predicate.ts';
import type { EntityAspects } from '../model/aspect.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import { entityTypeOf, isUrn } from '../model/urn.ts';
import { attributesOfUrn } from '../query/visibility.ts';
import type { ReadAttributes } from '../query/visibility.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';

/** The aspects that policies ask about. */
const ASPECTS = [
  'ownership',
  'domains',
  'container',
  'globalTags',
  'glossaryTerms',
  'dataPlatformInstance',
] as const;

/** Where each step of a hierarchy names the one above it. */
const PARENTS = {
  domain: ['domainProperties', 'parentDomain'],
  container: ['container', 'container'],
} as const;

/** More levels than any hierarchy has; one that goes on is a mistake, and what lies above does not count. */
const MOST_LEVELS = 100;

/** Reads from the store what policies ask of entities: as it is now, soft-deleted or not, whoever asks. */
export function createAttributeReader(reader: MetadataReader): ReadAttributes {
  return async (urns) => {
    const found = await reader.entities(urns, [...ASPECTS], EVERYTHING);
    const own = urns.map((urn) => [urn, ownAttributes(urn, found.get(urn)?.aspects ?? new Map())] as const);
    const [domains, containers] = [
      await hierarchyAbove('domain', own, reader),
      await hierarchyAbove('container', own, reader),
    ];
    return new Map(
      own.map(([urn, attributes]) => {
        const domain = withAncestors(attributes.domain ?? [], domains);
        const container = withAncestors(attributes.container ?? [], containers);
        return [urn, { ...attributes, domain, container }];
      }),
    );
  };
}

function ownAttributes(urn: Urn, aspects: EntityAspects): EntityAttributes {
  const list = (aspectName: (typeof ASPECTS)[number], member: string): readonly JsonValue[] => {
    const value = aspects.get(aspectName)?.value[member];
    if (value === undefined) return [];
    return isList(value) ? value : [value];
  };
  const owners = list('ownership', 'owners').filter(isJsonObject);
  return {
    ...attributesOfUrn(urn),
    owner: owners.flatMap(({ owner }) => (typeof owner === 'string' ? [owner] : [])),
    typedOwner: owners.flatMap(({ owner, typeUrn }) =>
      typeof owner === 'string' && typeof typeUrn === 'string' ? [typedOwner(owner, typeUrn)] : [],
    ),
    domain: [...ofType(urn, 'domain'), ...texts(list('domains', 'domains'))],
    container: [...ofType(urn, 'container'), ...texts(list('container', 'container'))],
    tag: members(list('globalTags', 'tags'), 'tag'),
    term: members(list('glossaryTerms', 'terms'), 'urn'),
    platformInstance: texts(list('dataPlatformInstance', 'instance')),
  };
}

/** A domain is in itself, as the entities in it are. */
function ofType(urn: Urn, entityType: string): readonly string[] {
  return entityTypeOf(urn) === entityType ? [urn] : [];
}

/** The one above, by urn, of all these and of all that are above them. */
async function hierarchyAbove(
  hierarchy: keyof typeof PARENTS,
  of: readonly (readonly [Urn, EntityAttributes])[],
  reader: MetadataReader,
): Promise<ReadonlyMap<string, string>> {
  const [aspectName, member] = PARENTS[hierarchy];
  const above = new Map<string, string>();
  let level = of.flatMap(([, attributes]) => (attributes[hierarchy] ?? []).filter(isUrn));
  for (let i = 0; level.length > 0 && i < MOST_LEVELS; i++) {
    const found = await reader.entities([...new Set(level)], [aspectName], EVERYTHING);
    level = [...found].flatMap(([urn, { aspects }]) => {
      const parent = aspects.get(aspectName)?.value[member];
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
