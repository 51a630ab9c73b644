import { expect } from 'vitest';
import { aspectPath, clientOf, type Value } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { ENTITIES, NAMES, type Entity, type Name, type Scalar, type Values } from './model-values.ts';
import { scalarOf, unionOf, type World } from './world.ts';

/** Compares the values in OpenAPI, GraphQL, facets and filters with the model. */
export async function expectSameValues(world: World): Promise<void> {
  const client = clientOf(world.server);
  for (const entity of ENTITIES) {
    const visible = world.model.visible(entity);
    const expected = [...visible].map(([name, list]) => [world.id(name), list.map(unionOf)] as const);
    expect(await client.values(world.dataset(entity))).toEqual(Object.fromEntries(expected));
  }
  const { data, errors } = await world.server.graphql(questions(world));
  ENTITIES.forEach((entity, i) => {
    const shown = jsonItems(data, `d${i}`, 'structuredProperties', 'properties').map((property) => [
      world.nameOf(String(jsonAt(property, 'structuredProperty', 'urn'))),
      jsonItems(property, 'values').map((value) => jsonAt(value, 'string') ?? jsonAt(value, 'number')),
    ]);
    expect(new Map(Object.entries(Object.fromEntries(shown)))).toEqual(world.model.visible(entity));
  });
  NAMES.forEach((name, i) => {
    expectAnswer(world.model.facet(name), asBuckets, bucketsOf(data, i), refusalOf(errors, `f${i}`));
    const urns = (of: readonly Entity[]): unknown => of.map((entity) => world.dataset(entity)).sort();
    const broken = urns(world.model.violators(name));
    expect(jsonItems(urnsOf(data, i, 'v')).filter((urn) => world.isMine(String(urn)))).toEqual(broken);
    expectAnswer(world.model.holders(name), urns, urnsOf(data, i), refusalOf(errors, `s${i}`));
  });
}

/** Older versions of an entity's values. Expects that none shows values of hidden or ended properties. */
export async function history(world: World, entity: Entity): Promise<ReadonlyMap<Name, Values>[]> {
  const versions: ReadonlyMap<Name, Values>[] = [];
  for (let version = 1; ; version++) {
    const path = `${aspectPath(world.dataset(entity), 'structuredProperties', 'v3')}?version=${version}`;
    const { status, json } = await world.server.request('GET', path);
    if (status === 404) return versions;
    const assignments: { propertyUrn: string; values: Value[] }[] = json.value.properties;
    const held = assignments.map((of) => [world.nameOf(of.propertyUrn), of.values.map(scalarOf)] as const);
    for (const [name, values] of held) {
      const what = `version ${version} of ${entity} shows ${name}=${JSON.stringify(values)}`;
      expect(world.model.mayHaveHeld(entity, name, values), what).toBe(true);
    }
    versions.push(new Map(held));
  }
}

/**
 * Compares the mappings with the model while no job runs. The mapping of a live property has the number of entities
 * with a value, hidden ones included. That of an ended one has no values, and is removed by a system update.
 */
export async function expectSameMappings(world: World, isUpdated: boolean): Promise<void> {
  const { json } = await world.server.request('GET', '/api/colophon/v1/system-update/mappings');
  for (const name of NAMES) {
    const listed = jsonItems(json, 'mappings')
      .filter((mapping) => jsonAt(mapping, 'propertyUrn') === world.property(name))
      .filter((mapping) => jsonAt(mapping, 'entityType') === 'dataset')
      .map((mapping) => `${String(jsonAt(mapping, 'state'))} ${String(jsonAt(mapping, 'values'))}`);
    const property = world.model.properties.get(name);
    const state = property?.removed === true ? 'soft-deleted' : 'active';
    const live = property === undefined ? [] : [`${state} ${world.model.held(name).length}`];
    const over = listed.filter((line) => line === 'deleted 0');
    const ended =
      world.model.generations.filter((generation) => generation.name === name).length - live.length;
    expect(listed.sort()).toEqual([...live, ...over].sort());
    expect(over.length).toBeLessThanOrEqual(isUpdated ? 0 : ended);
  }
}

function questions(world: World): string {
  const datasets = ENTITIES.map(
    (
      entity,
      i,
    ) => `d${i}: dataset(urn: ${JSON.stringify(world.dataset(entity))}) { structuredProperties { properties {
      structuredProperty { urn } values { ... on StringValue { string: stringValue } ... on NumberValue { number: numberValue } } } } }`,
  );
  const counts = NAMES.map((name, i) => {
    const field = JSON.stringify(world.field(name));
    const all = 'types: [DATASET], query: "*"';
    return `f${i}: aggregateAcrossEntities(input: { ${all}, facets: [${field}] }) { facets { aggregations { value count } } }
      s${i}: scrollAcrossEntities(input: { ${all}, count: 10, orFilters: [{ and: [{ field: ${field}, condition: EXISTS }] }] })
      { searchResults { entity { urn } } }
      v${i}: scrollAcrossEntities(input: { ${all}, count: 1000, orFilters: [{ and: [
        { field: "violations", condition: EQUAL, values: [${JSON.stringify(world.property(name))}] }] }] })
      { searchResults { entity { urn } } }`;
  });
  return `query q { ${[...datasets, ...counts].join('\n')} }`;
}

/** Expects the answer of the model, or a refusal if the model has none. */
function expectAnswer<T>(
  expected: T | undefined,
  shown: (expected: T) => unknown,
  answer: unknown,
  refusal: string | undefined,
): void {
  if (expected === undefined) expect(refusal).toContain('Cannot filter on deleted Structured Property');
  else expect([refusal, answer]).toEqual([undefined, shown(expected)]);
}

function refusalOf(errors: unknown, alias: string): string | undefined {
  const error = jsonItems(errors).find((candidate) => jsonAt(candidate, 'path', 0) === alias);
  return error === undefined ? undefined : String(jsonAt(error, 'message'));
}

function bucketsOf(data: unknown, i: number): unknown {
  const buckets = jsonItems(data, `f${i}`, 'facets', 0, 'aggregations');
  return Object.fromEntries(buckets.map((bucket) => [jsonAt(bucket, 'value'), jsonAt(bucket, 'count')]));
}

function urnsOf(data: unknown, i: number, alias = 's'): unknown {
  return jsonItems(data, `${alias}${i}`, 'searchResults').map((hit) => jsonAt(hit, 'entity', 'urn'));
}

/** Counts in the form of facets: numbers as text. */
function asBuckets(counts: ReadonlyMap<Scalar, number>): Record<string, number> {
  return Object.fromEntries([...counts].map(([value, count]) => [bucketText(value), count]));
}

function bucketText(value: Scalar): string {
  if (typeof value === 'string') return value;
  if (!Number.isInteger(value)) return String(value);
  // `1e+308` without its exponent.
  return `${String(value).replace(/e\+(\d+)$/, (_, zeros: string) => '0'.repeat(Number(zeros)))}.0`;
}
