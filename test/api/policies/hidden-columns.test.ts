import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const HR = 'urn:li:domain:hr';
const column = (dataset: string): string => `urn:li:schemaField:(${datasetUrn(dataset)},salary)`;
const SHOWN = column('open');
const HIDDEN = column('secret');

let root: TestServer;
let byUrn: TestServer;
let byDomain: TestServer;

beforeAll(async () => {
  root = await startServer();
  const team = { ...definition('team'), entityTypes: ['urn:li:entityType:datahub.schemaField'] };
  await writeAspect(root, propertyUrn('team'), 'propertyDefinition', team);
  const values = { properties: [{ propertyUrn: propertyUrn('team'), values: [{ string: 'x' }] }] };
  for (const name of ['open', 'secret']) {
    await clientOf(root).dataset(name);
    await writeAspect(root, column(name), 'structuredProperties', values);
  }
  await writeAspect(root, HR, 'domainProperties', { name: 'HR' });
  await writeAspect(root, datasetUrn('secret'), 'domains', { domains: [HR] });
  await hideEverything(root);
  byUrn = await viewer('by-urn', matching('URN', [datasetUrn('secret')], 'NOT_EQUALS'));
  byDomain = await viewer('by-domain', matching('DOMAIN', [HR], 'NOT_EQUALS'));
});
afterAll(() => root.stop());

async function viewer(name: string, filter: unknown): Promise<TestServer> {
  const actor = await addActor(root, name);
  const actors = { users: [userUrn(name)] };
  await writePolicy(root, name, { privileges: ['VIEW_ENTITY_PAGE'], actors, resources: { filter } });
  return actor;
}

const status = async (as: TestServer, urn: string): Promise<number> =>
  (await as.request('GET', aspectPath(urn, aspectOf(urn), 'v3'))).status;
const aspectOf = (urn: string): string =>
  urn.includes(':schemaField:') ? 'structuredProperties' : 'datasetProperties';

async function found(as: TestServer, types: string): Promise<{ urns: string[]; counted: number }> {
  const { data, errors } = await as.graphql(
    `{ searchAcrossEntities(input: {types: [${types}], query: "*"}) { searchResults { entity { urn } } }
      aggregateAcrossEntities(input: {types: [${types}], query: "*", facets: ["structuredProperties.team"]}) {
        facets { aggregations { value count } } } }`,
  );
  expect(errors).toBeUndefined();
  const urns = data.searchAcrossEntities.searchResults.map(
    (hit: { entity: { urn: string } }) => hit.entity.urn,
  );
  return { urns: urns.sort(), counted: data.aggregateAcrossEntities.facets[0]?.aggregations[0]?.count ?? 0 };
}

describe('a column of an entity that is hidden', () => {
  it('is hidden, for every kind of rule', async () => {
    for (const as of [byUrn, byDomain]) {
      expect([await status(as, SHOWN), await status(as, HIDDEN)]).toEqual([200, 404]);
      expect([await status(as, datasetUrn('secret'))]).toEqual([404]);
    }
    expect(await status(root, HIDDEN)).toBe(200);
  });

  it('is neither found nor counted', async () => {
    expect(await found(root, 'SCHEMA_FIELD')).toEqual({ urns: [SHOWN, HIDDEN], counted: 2 });
    expect(await found(byUrn, 'SCHEMA_FIELD')).toEqual({ urns: [SHOWN], counted: 1 });
    const both = await found(byUrn, 'SCHEMA_FIELD, DATASET');
    expect(both).toEqual({ urns: [datasetUrn('open'), SHOWN].sort(), counted: 1 });
    expect(await found(byDomain, 'SCHEMA_FIELD')).toEqual({ urns: [], counted: 0 });
    expect((await found(byDomain, 'SCHEMA_FIELD, DATASET')).urns).toEqual([datasetUrn('open')]);
  });

  it('is shown as soon as the entity is', async () => {
    await writeAspect(root, datasetUrn('secret'), 'domains', { domains: [] });
    expect(await status(byDomain, HIDDEN)).toBe(200);
    await writeAspect(root, datasetUrn('secret'), 'domains', { domains: [HR] });
    expect(await status(byDomain, HIDDEN)).toBe(404);
  });
});

describe('a token for columns only', () => {
  it('shows columns, and not the entities that hold them', async () => {
    const actor = await addActor(root, 'narrow', { token: { entityTypes: ['schemaField'] } });
    const actors = { users: [userUrn('narrow')] };
    await writePolicy(root, 'narrow', { privileges: ['VIEW_ENTITY_PAGE'], actors });
    expect((await found(actor, 'SCHEMA_FIELD')).urns).toEqual([SHOWN, HIDDEN]);
    expect([await status(actor, SHOWN), await status(actor, datasetUrn('open'))]).toEqual([200, 404]);
  });
});
