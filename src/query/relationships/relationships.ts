import { invalidRequest } from '../../errors.ts';
import { isSecretAspect } from '../../model/aspects/secret-aspects.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Scope } from '../../model/scope.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { compareUrns, entityTypeOf, type Urn } from '../../model/urn.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import { COLUMN_RELATIONSHIP } from '../../model/relationships/column-links.ts';
import { edgeField, relationshipTypes } from '../../search/links/edges.ts';
import type { Expression } from '../../search/expression.ts';
import { REMOVED_FIELD, type Mapping } from '../../search/mapping.ts';
import type { SearchReader, Visible, VisibleQuery } from '../../search/search-index.ts';
import { linksFrom, type LinkReader, type StatedLink } from '../../search/links/stated-links.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { inStepsOfRead } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { anyOf, negate, oneOf } from '../filters/combine.ts';
import type { MetadataQuery, RelatedEntities, RelatedEntity, RelationshipsInput } from '../metadata-query.ts';
import { readInParts } from '../read-in-parts.ts';
import { narrowed } from '../visibility/narrow.ts';
import { presenceAmong } from './presence-among.ts';
import { linksOfColumn } from './relationships-of-columns.ts';
import { visibleEntities } from '../visibility/visible-entities.ts';
import { because } from '../../refusals.ts';

/** Maximum number of relationships per page. */
export const MAX_RELATIONSHIPS = 10_000;

export interface RelationshipsParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly mapping: Mapping;
  readonly properties: PropertyDirectory;
  readonly linksOf: LinkReader;
  readonly getEntities: MetadataQuery['getEntities'];
}

/**
 * Lists relationships sorted by name, then by urn: outgoing ones from the entity's aspects, incoming ones from the
 * index. Each pair of name and entity is one relationship.
 */
export function createRelationships(parts: RelationshipsParts): MetadataQuery['relationships'] {
  const secret = secretRelationships(parts.registry);
  const allTypes = relationshipTypes(parts.registry);
  return async (input, scope) => {
    checkPage(input);
    const asked = input.types.length === 0 ? allTypes : [...new Set(input.types)].sort();
    const types = asked.filter((type) => !secret.has(type));
    return input.direction === 'OUTGOING'
      ? await outgoing(input, new Set(types), scope, parts)
      : await incoming(input, types, scope, parts);
  };
}

/** Relationships that only aspects state whose members no read shows: incoming ones would show who states them. */
function secretRelationships({ aspects }: EntityRegistry): ReadonlySet<string> {
  const namesIn = (isSecret: boolean): readonly string[] =>
    [...aspects.values()]
      .filter(({ name }) => isSecretAspect(name) === isSecret)
      .flatMap(({ relationships }) => relationships.map(({ name }) => name));
  return new Set(namesIn(true)).difference(new Set(namesIn(false)));
}

function checkPage({ start, count }: RelationshipsInput): void {
  const isWhole = Number.isInteger(start) && Number.isInteger(count);
  if (isWhole && start >= 0 && count >= 0 && count <= MAX_RELATIONSHIPS) return;
  throw invalidRequest(
    `start must be a whole number of at least 0, and count one from 0 to ${MAX_RELATIONSHIPS}, ` +
      `not ${start} and ${count}. Request smaller pages.`,
    undefined,
    because('INPUT_RANGE', { name: 'count', value: String(count), least: 0, most: MAX_RELATIONSHIPS }),
  );
}

async function outgoing(
  { urn, start, count, entityTypes, includeSoftDelete }: RelationshipsInput,
  types: ReadonlySet<string>,
  scope: Scope,
  parts: RelationshipsParts,
): Promise<RelatedEntities> {
  const links: StatedLink[] = [];
  for await (const entities of readInParts([urn], undefined, scope, parts)) {
    for (const aspect of entities.get(urn)?.values() ?? []) {
      for (const link of linksFrom(await inStepsOfRead(parts.linksOf(aspect)), urn)) {
        if (types.has(link.type)) links.push(link);
      }
      if (isTurnOver()) await nextTurnOfRead();
    }
  }
  await scope.settle(
    links.flatMap(({ destination, via }) => (via === undefined ? [destination] : [destination, via])),
  );
  const related = new Map<string, RelatedEntity>();
  for (const { type, destination, via } of links) {
    if (entityTypes?.includes(entityTypeOf(destination)) === false || !scope.seesEntity(destination))
      continue;
    const shown = via !== undefined && scope.seesEntity(via) ? { via } : {};
    related.set(`${type} ${destination}`, { relationshipType: type, urn: destination, ...shown });
  }
  const withColumns = entityTypes?.includes(COLUMN_TYPE) !== false;
  for (const other of withColumns ? await columns(urn, 'OUTGOING', types, scope, parts) : []) {
    related.set(`${other.relationshipType} ${other.urn}`, other);
  }
  const urns = [...related.values()].map((other) => other.urn);
  const isShown = includeSoftDelete ? () => true : await presenceAmong(urns, parts);
  const entities = [...related.values()].filter((other) => isShown(other.urn)).sort(compareRelated);
  return { total: entities.length, entities: entities.slice(start, start + count) };
}

/** Links between a column and other columns; empty for other entities. */
async function columns(
  urn: Urn,
  direction: 'INCOMING' | 'OUTGOING',
  types: ReadonlySet<string>,
  scope: Scope,
  parts: RelationshipsParts,
): Promise<readonly RelatedEntity[]> {
  if (entityTypeOf(urn) !== COLUMN_TYPE || !types.has(COLUMN_RELATIONSHIP)) return [];
  await scope.settle([urn]);
  if (!scope.seesEntity(urn)) return [];
  const links = await linksOfColumn(urn, direction, scope, parts);
  return links.map(({ urn: other, via }) => ({
    relationshipType: COLUMN_RELATIONSHIP,
    urn: other,
    ...(via !== undefined && { via }),
  }));
}

/** Counts the relationships of each name, and reads only the names on the page. */
async function incoming(
  input: RelationshipsInput,
  types: readonly string[],
  scope: Scope,
  parts: RelationshipsParts,
): Promise<RelatedEntities> {
  const { urn, start, count, entityTypes, includeSoftDelete } = input;
  const known = [...parts.registry.entities.keys()];
  const ofTypes = entityTypes ? known.filter((type) => entityTypes.includes(type)) : known;
  if (ofTypes.length === 0) return { total: 0, entities: [] };
  const always = includeSoftDelete ? [] : [negate(oneOf(REMOVED_FIELD, ['true']))];
  const visible = narrowed(await visibleTo(scope, parts), always);
  const queryOf = (some: readonly string[]): VisibleQuery => ({
    entityTypes: ofTypes,
    where: narrowed(visible, [anyOf(some.map((type) => oneOf(edgeField(type), [urn])))]),
  });
  const withColumns = ofTypes.includes(COLUMN_TYPE);
  const ofColumn = withColumns ? await columns(urn, 'INCOMING', new Set(types), scope, parts) : [];
  if (ofColumn.length === 0 && (await parts.index.count(queryOf(types))) === 0) {
    return { total: 0, entities: [] };
  }
  const entities: RelatedEntity[] = [];
  let total = 0;
  for (const type of types) {
    const found = await parts.index.count(queryOf([type]));
    const from = Math.max(0, start - total);
    const size = Math.min(count - entities.length, found - from);
    total += found;
    if (size > 0) {
      const page = await parts.index.search({ ...queryOf([type]), sort: [], from, size });
      entities.push(...page.hits.map((hit) => ({ relationshipType: type, urn: hit.urn })));
    }
    if (type !== COLUMN_RELATIONSHIP) continue;
    const first = Math.max(0, start - total);
    total += ofColumn.length;
    entities.push(...ofColumn.slice(first, first + count - entities.length));
  }
  return { total, entities: await withVia(urn, entities, scope, parts) };
}

/** Adds the query or job that creates each column link, which only the aspects that state the link contain. */
async function withVia(
  urn: Urn,
  entities: readonly RelatedEntity[],
  scope: Scope,
  parts: RelationshipsParts,
): Promise<readonly RelatedEntity[]> {
  const stated = entities.filter(({ relationshipType }) => relationshipType === COLUMN_RELATIONSHIP);
  if (stated.length === 0) return entities;
  const vias = new Map<Urn, Urn>();
  const urns = stated.map((related) => related.urn);
  for await (const holders of readInParts(urns, ['upstreamLineage'], scope, parts)) {
    for (const [holder, aspects] of holders) {
      for (const aspect of aspects.values()) {
        const stated = await inStepsOfRead(parts.linksOf(aspect));
        for (const { destination, via } of linksFrom(stated, holder)) {
          if (destination === urn && via !== undefined) vias.set(holder, via);
        }
      }
      if (isTurnOver()) await nextTurnOfRead();
    }
  }
  await scope.settle([...vias.values()]);
  return entities.map((related) => {
    const via = related.via ?? vias.get(related.urn);
    const isShown =
      via !== undefined && related.relationshipType === COLUMN_RELATIONSHIP && scope.seesEntity(via);
    return isShown ? { ...related, via } : related;
  });
}

function visibleTo(
  scope: Scope,
  { index, registry, mapping, properties }: RelationshipsParts,
): Promise<Visible<Expression>> {
  const entityTypes = [...registry.entities.keys()];
  return visibleEntities({
    index,
    entityTypes,
    properties,
    scope,
    mapping: mapping.of(entityTypes),
  });
}

function compareRelated(a: RelatedEntity, b: RelatedEntity): number {
  return compareUrns(a.relationshipType, b.relationshipType) || compareUrns(a.urn, b.urn);
}
