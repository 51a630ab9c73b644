import { invalidRequest } from '../../errors.ts';
import { keyFieldsOf, platformInUrn } from '../../model/aspects/derived-aspects.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Criterion } from '../../model/filter.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import type { Scope } from '../../model/scope.ts';
import { entityTypeOf, urnParts, type Urn } from '../../model/urn.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { objects, text } from '../../util/json/json-members.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { readInParts } from '../read-in-parts.ts';
import { DEGREE_FIELD, degreeFilters, hopsNeeded } from './lineage-degrees.ts';
import type { LineageCountInput, LineageQuery } from './lineage-query.ts';
import { MAX_HOPS, walk, type LineageSearchParts } from './lineage-search.ts';
import { because } from '../../refusals.ts';

/** Entities tested, or datasets whose schemas are read, at a time. */
const SLICE = 500;

/** Fields that follow from a urn alone. A column has the platform and the environment of its dataset. */
const FIELDS: Readonly<Record<string, (urn: Urn, registry: EntityRegistry) => string | undefined>> = {
  platform: (urn, registry) => platformInUrn(holderOf(urn) ?? urn, registry),
  origin: (urn, registry) => keyFieldsOf(holderOf(urn) ?? urn, registry)['origin'],
  parent: (urn) => holderOf(urn),
};

/** Walks the lineage and counts the entities reached, stored or only named by a link. */
export function createLineageCount(parts: LineageSearchParts): LineageQuery['countLineage'] {
  return async (input, scope) => {
    const filters = degreeFilters(input.filter);
    const tests = filters.map(({ criteria, admits }) => ({
      admits,
      criteria: criteria.map((criterion) => testOf(criterion, parts.registry)),
    }));
    await scope.settle([input.urn]);
    if (!scope.seesEntity(input.urn)) return 0;
    const { reached } = await walk(input, { maxHops: hopsNeeded(filters, MAX_HOPS) }, scope, parts);
    const isWanted = typeTest(input, parts.registry);
    const all = [...reached.values()];
    const found: Urn[] = [];
    for (let start = 0; start < all.length; start += SLICE) {
      for (const { urn, degree } of all.slice(start, start + SLICE)) {
        const isMet = tests.some(
          ({ admits, criteria }) => admits(degree) && criteria.every((test) => test(urn)),
        );
        if (isMet && isWanted(urn)) found.push(urn);
      }
      await nextTurnOfRead();
    }
    return (input.onlyDeclaredColumns ? await declaredOnly(found, scope, parts) : found).length;
  };
}

function typeTest({ entityTypes }: LineageCountInput, registry: EntityRegistry): (urn: Urn) => boolean {
  const wanted = new Set(entityTypes);
  return (urn) => wanted.size === 0 || wanted.has(registry.findEntity(entityTypeOf(urn))?.name ?? '');
}

function testOf(
  { field, operator, values, negated }: Criterion,
  registry: EntityRegistry,
): (urn: Urn) => boolean {
  const read = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  const names = Object.keys(FIELDS).join(', ');
  if (read === undefined) {
    throw invalidRequest(
      `Entities that are not stored cannot be filtered by '${field}'. Use ${DEGREE_FIELD}, ${names}, or leave out includeGhostEntities.`,
      undefined,
      because('FILTER_INVALID', { field }),
    );
  }
  if (operator !== 'EQUAL' && operator !== 'IN' && operator !== 'CONTAIN') {
    throw invalidRequest(
      `Entities that are not stored cannot be filtered with ${operator}, as for '${field}'. Use EQUAL, IN or CONTAIN, or leave out includeGhostEntities.`,
      undefined,
      because('FILTER_INVALID', { field }),
    );
  }
  const matches = (value: string): boolean =>
    values.some((one) => (operator === 'CONTAIN' ? value.includes(one) : value === one));
  return (urn) => {
    const value = read(urn, registry);
    return (value !== undefined && matches(value)) !== negated;
  };
}

/** The entities, excluding columns that the schema of their dataset does not have. */
export async function declaredOnly(
  urns: readonly Urn[],
  scope: Scope,
  parts: Pick<LineageSearchParts, 'getEntities' | 'registry'>,
): Promise<readonly Urn[]> {
  const byHolder = Map.groupBy(urns, holderOf);
  const found = [...(byHolder.get(undefined) ?? [])];
  const holders = [...byHolder.keys()].filter((holder) => holder !== undefined);
  for (let start = 0; start < holders.length; start += SLICE) {
    const asked = holders.slice(start, start + SLICE);
    for await (const schemas of readInParts(asked, ['schemaMetadata'], scope, parts)) {
      for (const [holder, aspects] of schemas) {
        const fields = objects(aspects.get('schemaMetadata')?.value['fields']);
        const declared = new Set(fields.map(({ fieldPath }) => text(fieldPath)));
        for (const urn of byHolder.get(holder) ?? []) if (declared.has(urnParts(urn).key[1])) found.push(urn);
        if (isTurnOver()) await nextTurnOfRead();
      }
    }
    await nextTurnOfRead();
  }
  return found;
}
