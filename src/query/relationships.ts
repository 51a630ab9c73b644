import { invalidRequest } from '../errors.ts';
import type { Aspect, EntityAspects } from '../model/aspect.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Scope } from '../model/scope.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { compareUrns } from '../model/urn.ts';
import type { EdgeReader } from '../search/edges.ts';
import { edgeField, relationshipTypes } from '../search/edges.ts';
import type { Expression } from '../search/expression.ts';
import { MATCH_ALL, allOf } from '../search/expression.ts';
import type { Mapping } from '../search/mapping.ts';
import { REMOVED_FIELD, URN_FIELD } from '../search/mapping.ts';
import type { Query, SearchIndex } from '../search/search-index.ts';
import { anyOf, negate } from './combine.ts';
import type { MetadataQuery, RelatedEntities, RelatedEntity, RelationshipsInput } from './metadata-query.ts';
import { predicateExpression } from './predicate-expression.ts';

/** Most relationships of one page. */
export const MAX_RELATIONSHIPS = 10_000;

/** What following relationships needs. */
export interface RelationshipsParts {
  readonly index: SearchIndex;
  readonly registry: EntityRegistry;
  readonly mapping: Mapping;
  readonly properties: PropertyDirectory;
  readonly edgesOf: EdgeReader;
  readonly getEntities: MetadataQuery['getEntities'];
}

/**
 * Lists relationships by name, then by urn: outgoing ones from the entity's aspects, incoming ones from the index.
 * Each pair of name and entity is one relationship.
 */
export function createRelationships(parts: RelationshipsParts): MetadataQuery['relationships'] {
  const allTypes = relationshipTypes(parts.registry);
  return async (input, scope) => {
    checkPage(input);
    const types = input.types.length === 0 ? allTypes : [...new Set(input.types)].sort();
    return input.direction === 'OUTGOING'
      ? await outgoing(input, new Set(types), scope, parts)
      : await incoming(input, types, scope, parts);
  };
}

function checkPage({ start, count }: RelationshipsInput): void {
  const isWhole = Number.isInteger(start) && Number.isInteger(count);
  if (isWhole && start >= 0 && count >= 0 && count <= MAX_RELATIONSHIPS) return;
  throw invalidRequest(
    `start must be a whole number from 0 and count one from 0 to ${MAX_RELATIONSHIPS}, not ${start} and ${count}. ` +
      'Ask for smaller pages.',
  );
}

async function outgoing(
  { urn, start, count, includeSoftDelete }: RelationshipsInput,
  types: ReadonlySet<string>,
  scope: Scope,
  parts: RelationshipsParts,
): Promise<RelatedEntities> {
  const aspects: EntityAspects =
    (await parts.getEntities([urn], undefined, scope)).get(urn) ?? new Map<string, Aspect>();
  const edges = [...aspects.values()]
    .flatMap(({ aspectName, value }) => [...parts.edgesOf(aspectName, value)])
    .filter(({ type }) => types.has(type));
  await scope.settle(edges.map(({ destination }) => destination));
  const related = new Map<string, RelatedEntity>();
  for (const { type, destination } of edges) {
    if (!scope.seesEntity(destination)) continue;
    related.set(`${type} ${destination}`, { relationshipType: type, urn: destination });
  }
  const urns = [...related.values()].map((other) => other.urn);
  const removed = includeSoftDelete ? new Set<Urn>() : await removedAmong(urns, scope, parts);
  const entities = [...related.values()].filter((other) => !removed.has(other.urn)).sort(compareRelated);
  return { total: entities.length, entities: entities.slice(start, start + count) };
}

/** The relationships of each name are counted, and only the names that the page touches are read. */
async function incoming(
  { urn, start, count, includeSoftDelete }: RelationshipsInput,
  types: readonly string[],
  scope: Scope,
  parts: RelationshipsParts,
): Promise<RelatedEntities> {
  const always = includeSoftDelete ? [] : [negate(isRemoved)];
  const visible = allOf([...always, await visibleTo(scope, parts)]);
  const queryOf = (some: readonly string[]): Query => ({
    entityTypes: [...parts.registry.entities.keys()],
    where: allOf([anyOf(some.map((type) => oneOf(edgeField(type), [urn]))), visible]),
  });
  if ((await parts.index.count(queryOf(types), scope)) === 0) return { total: 0, entities: [] };
  const counts = await Promise.all(types.map((type) => parts.index.count(queryOf([type]), scope)));
  const entities: RelatedEntity[] = [];
  let total = 0;
  for (const [i, type] of types.entries()) {
    const found = counts[i] ?? 0;
    const from = Math.max(0, start - total);
    const size = Math.min(count - entities.length, found - from);
    total += found;
    if (size <= 0) continue;
    const page = await parts.index.search({ ...queryOf([type]), sort: [], from, size }, scope);
    entities.push(...page.hits.map((hit) => ({ relationshipType: type, urn: hit.urn })));
  }
  return { total, entities };
}

const isRemoved: Expression = { kind: 'terms', field: REMOVED_FIELD, values: ['true'], ignoreCase: false };

function oneOf(field: string, values: readonly string[]): Expression {
  return { kind: 'terms', field, values, ignoreCase: false };
}

async function visibleTo(
  scope: Scope,
  { index, registry, mapping }: RelationshipsParts,
): Promise<Expression> {
  if (scope.entityFilter === undefined) return MATCH_ALL;
  const entityTypes = [...registry.entities.keys()];
  return predicateExpression(scope.entityFilter, {
    ...{ index, entityTypes, scope },
    mapping: mapping.of(entityTypes),
  });
}

async function removedAmong(
  urns: readonly Urn[],
  scope: Scope,
  { index, registry }: RelationshipsParts,
): Promise<ReadonlySet<Urn>> {
  if (urns.length === 0) return new Set();
  const where = allOf([oneOf(URN_FIELD, [...new Set(urns)]), isRemoved]);
  const query: Query = { entityTypes: [...registry.entities.keys()], where };
  const page = await index.search({ ...query, sort: [], from: 0, size: urns.length }, scope);
  return new Set(page.hits.map((hit) => hit.urn));
}

function compareRelated(a: RelatedEntity, b: RelatedEntity): number {
  return compareUrns(a.relationshipType, b.relationshipType) || compareUrns(a.urn, b.urn);
}
