import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };

/** Entities about a dataset: the aspect that names it and its value, by entity type. */
const KINDS: Readonly<Record<string, readonly [aspect: string, value: (dataset: string) => object]>> = {
  assertion: [
    'assertionInfo',
    (entity) => ({ type: 'CUSTOM', customAssertion: { type: 'x', entity }, entityUrn: entity }),
  ],
  dataContract: ['dataContractProperties', (entity) => ({ entity })],
  dataProcessInstance: ['dataProcessInstanceInput', (entity) => ({ inputs: [entity] })],
  incident: [
    'incidentInfo',
    (entity) => ({
      type: 'OPERATIONAL',
      entities: [entity],
      status: { state: 'ACTIVE', lastUpdated: STAMP },
      created: STAMP,
    }),
  ],
  query: ['querySubjects', (entity) => ({ subjects: [{ entity }] })],
  schemaField: ['documentation', () => ({ documentations: [{ documentation: 'secret' }] })],
};
const TYPES = Object.keys(KINDS);

let root: TestServer;
/** May create datasets and columns, and sees what they own. */
let maker: TestServer;
/** Sees what they own. */
let owner: TestServer;
/** May edit, and so see, all datasets, queries and so on, like an ingestion. */
let ingestion: TestServer;

beforeAll(async () => {
  root = await startServer();
  await hideEverything(root);
  maker = await addActor(root, 'maker');
  owner = await addActor(root, 'owner');
  ingestion = await addActor(root, 'ingestion');
  const owners = { users: [], allUsers: false, allGroups: false, resourceOwners: true };
  await writePolicy(root, 'owners', { privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY'], actors: owners });
  const statements = TYPES.map((entityType) => `urn:li:${entityType}:`);
  await writePolicy(root, 'statements', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { allUsers: true },
    resources: { filter: matching('URN', statements, 'STARTS_WITH') },
  });
  await writePolicy(root, 'makers', { privileges: ['CREATE_ENTITY'], actors: { users: [userUrn('maker')] } });
  await writePolicy(root, 'ingestion', {
    privileges: ['EDIT_ENTITY'],
    actors: { users: [userUrn('ingestion')] },
  });
});
afterAll(() => root.stop());

function statement(entityType: string, dataset: string): string {
  const name = /,([^,]+),PROD/.exec(dataset)?.[1];
  return entityType === 'schemaField'
    ? `urn:li:schemaField:(${dataset},salary)`
    : `urn:li:${entityType}:${name}`;
}

/** Writes an entity of every kind. */
async function state(dataset: string): Promise<void> {
  for (const [entityType, [aspect, value]] of Object.entries(KINDS)) {
    await writeAspect(root, statement(entityType, dataset), aspect, value(dataset));
  }
}

async function make(as: TestServer, dataset: string): Promise<void> {
  await writeAspect(as, dataset, 'ownership', {
    owners: ['maker', 'owner'].map((name) => ({ owner: userUrn(name), type: 'DATAOWNER' })),
  });
}

async function remove(urn: string): Promise<void> {
  const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
  expect((await root.request('DELETE', path)).status).toBe(200);
}

/** The kinds whose entities about the dataset the actor can read. */
async function read(as: TestServer, dataset: string): Promise<readonly string[]> {
  const seen: string[] = [];
  for (const [entityType, [aspect]] of Object.entries(KINDS)) {
    const urn = encodeURIComponent(statement(entityType, dataset));
    const [whole, one] = await Promise.all([
      as.request('GET', `/openapi/v3/entity/${entityType}/${urn}`),
      as.request('GET', `/openapi/v2/entity/${entityType}/${urn}/${aspect}`),
    ]);
    expect(one.status).toBe(whole.status);
    if (whole.status === 200) seen.push(entityType);
  }
  return seen;
}

/** The kinds whose entities about the dataset the actor finds, by search and by relationships. */
async function find(as: TestServer, dataset: string): Promise<readonly string[]> {
  const urns = TYPES.map((entityType) => statement(entityType, dataset));
  const { json, text } = await as.request('POST', '/openapi/v3/entity/scroll?count=1000', {
    entities: TYPES,
  });
  expect(json?.entities, text).toBeDefined();
  const found = new Set<string>();
  for (const urn of urns) if (text.includes(`"${urn}"`)) found.add(urn);
  return TYPES.filter((_, i) => found.has(urns[i] ?? ''));
}

async function related(as: TestServer, dataset: string): Promise<readonly string[]> {
  const types = ['Asserts', 'ContractFor', 'DataProcessInstanceConsumes', 'IncidentOn', 'IsAssociatedWith'];
  const { text } = await as.request(
    'GET',
    `/openapi/relationships/v1?urn=${encodeURIComponent(dataset)}&direction=INCOMING&relationshipTypes=${types.join(',')}`,
  );
  return TYPES.filter((entityType) => text.includes(`"${statement(entityType, dataset)}"`));
}

/** Search does not find columns where policies depend on more than urns. */
const FOUND = TYPES.filter((entityType) => entityType !== 'schemaField');

async function everything(as: TestServer, dataset: string): Promise<unknown> {
  return {
    read: await read(as, dataset),
    found: await find(as, dataset),
    related: await related(as, dataset),
  };
}
const NOTHING = { read: [], found: [], related: [] };

describe('an entity about a dataset, older than the dataset, whose creator did not see it', () => {
  const never = datasetUrn('never-made');
  const again = datasetUrn('made-again');

  beforeAll(async () => {
    await make(root, again);
    for (const dataset of [never, again]) await state(dataset);
    await remove(again);
    await writeAspect(root, again, 'status', { removed: false });
    await remove(again);
  });

  it.each([
    ['of an urn that nobody had used', never],
    ['of one that was hard-deleted', again],
  ])('is hidden from its owners: %s', async (_case, dataset) => {
    // References to deleted entities are removed; write them again, as the next ingestion would.
    await state(dataset);
    expect(await everything(maker, dataset)).toEqual(NOTHING);
    await make(maker, dataset);
    const path = `/openapi/v3/entity/dataset/${encodeURIComponent(dataset)}`;
    expect((await maker.request('GET', path)).status).toBe(200);
    expect(await everything(maker, dataset)).toEqual(NOTHING);
    expect(await everything(owner, dataset)).toEqual(NOTHING);
    expect((await everything(root, dataset)) as object).toMatchObject({ read: TYPES });
  });

  it('cannot be changed or deleted by them', async () => {
    for (const mutation of [
      `deleteQuery(urn: "${statement('query', never)}")`,
      `deleteAssertion(urn: "${statement('assertion', never)}")`,
      `updateIncidentStatus(urn: "${statement('incident', never)}", input: { state: RESOLVED })`,
    ]) {
      const { data, errors } = await maker.graphql(`mutation { ${mutation} }`);
      expect([403, 404], JSON.stringify({ data, errors })).toContain(errors?.[0]?.extensions.code);
    }
    expect(await read(root, never)).toEqual(TYPES);
  });

  it('is shown to them when it is written again', async () => {
    for (const [entityType, [aspect, value]] of Object.entries(KINDS)) {
      if (entityType === 'schemaField') continue;
      const urn = statement(entityType, never);
      const path = `/openapi/v3/entity/${entityType}/${encodeURIComponent(urn)}`;
      expect((await root.request('DELETE', path)).status).toBe(200);
      await writeAspect(root, urn, aspect, value(never));
    }
    for (const as of [maker, owner]) {
      expect(await read(as, never)).toEqual(FOUND);
      expect(await find(as, never)).toEqual(FOUND);
    }
  });
});

describe('an entity about a dataset', () => {
  it('written after its creation is shown to its owners', async () => {
    const dataset = datasetUrn('made-first');
    await make(maker, dataset);
    await state(dataset);
    for (const as of [maker, owner]) {
      expect(await read(as, dataset)).toEqual(TYPES);
      expect(await find(as, dataset)).toEqual(FOUND);
    }
  });

  it('written before an ingestion that sees all datasets created it is shown to its owners', async () => {
    const dataset = datasetUrn('ingested-later');
    await state(dataset);
    expect(await everything(owner, dataset)).toEqual(NOTHING);
    await make(ingestion, dataset);
    expect(await read(owner, dataset)).toEqual(TYPES);
    expect(await find(owner, dataset)).toEqual(FOUND);
    const status = { status: 'SUSPENDED', lastModified: STAMP };
    await writeAspect(root, userUrn('ingestion'), 'corpUserStatus', status);
    expect(await find(owner, dataset)).toEqual(FOUND);
  });

  it('written in the commit that creates it is shown to its owners', async () => {
    const dataset = datasetUrn('together');
    const [aspect, value] = KINDS['query'] ?? ['', () => ({})];
    const proposal = (entityUrn: string, aspectName: string, of: unknown): object => ({
      entityType: entityUrn.split(':')[2],
      entityUrn,
      aspectName,
      changeType: 'UPSERT',
      aspect: { contentType: 'application/json', value: JSON.stringify(of) },
    });
    const ownership = { owners: [{ owner: userUrn('owner'), type: 'DATAOWNER' }] };
    const proposals = [
      proposal(statement('query', dataset), aspect, value(dataset)),
      proposal(dataset, 'ownership', ownership),
    ];
    const answer = await maker.request('POST', '/aspects?action=ingestProposalBatch', { proposals });
    expect(answer.status, answer.text).toBe(200);
    expect(await read(owner, dataset)).toEqual(['query']);
  });
});
