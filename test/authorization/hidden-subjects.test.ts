import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const HR = 'urn:li:domain:hr';
const OPEN = datasetUrn('open');
const SECRET = datasetUrn('secret');
const SECRET_COLUMN = `urn:li:schemaField:(${SECRET},salary)`;
const TYPES = ['assertion', 'dataContract', 'dataProcessInstance', 'incident', 'query'];

const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };
const incident = (...entities: readonly string[]): object => ({
  type: 'OPERATIONAL',
  entities,
  status: { state: 'ACTIVE', lastUpdated: STAMP },
  created: STAMP,
});
const subjects = (...entities: readonly string[]): object => ({
  subjects: entities.map((entity) => ({ entity })),
});
const customAssertion = (entity: string): object => ({
  type: 'CUSTOM',
  customAssertion: { type: 'x', entity },
  entityUrn: entity,
});

/** Entities about datasets, by urn, with the aspect and value that name their subjects. */
const ABOUT: readonly (readonly [urn: string, aspect: string, value: object])[] = [
  ['urn:li:incident:open', 'incidentInfo', incident(OPEN)],
  ['urn:li:incident:secret', 'incidentInfo', incident(SECRET)],
  ['urn:li:incident:both', 'incidentInfo', incident(OPEN, SECRET)],
  ['urn:li:incident:column', 'incidentInfo', incident(SECRET_COLUMN)],
  ['urn:li:query:open', 'querySubjects', subjects(OPEN)],
  ['urn:li:query:secret', 'querySubjects', subjects(SECRET, SECRET_COLUMN)],
  ['urn:li:query:both', 'querySubjects', subjects(SECRET, OPEN)],
  ['urn:li:query:field', 'querySubjects', subjects(`urn:li:schemaField:(${OPEN},name)`)],
  ['urn:li:query:nothing', 'querySubjects', subjects()],
  ['urn:li:query:unknown', 'querySubjects', subjects(datasetUrn('never-made'))],
  ['urn:li:assertion:open', 'assertionInfo', customAssertion(OPEN)],
  ['urn:li:assertion:secret', 'assertionInfo', customAssertion(SECRET)],
  ['urn:li:dataContract:open', 'dataContractProperties', { entity: OPEN }],
  ['urn:li:dataContract:secret', 'dataContractProperties', { entity: SECRET }],
  ['urn:li:dataProcessInstance:open', 'dataProcessInstanceInput', { inputs: [OPEN] }],
  ['urn:li:dataProcessInstance:secret', 'dataProcessInstanceOutput', { outputs: [SECRET] }],
];
const ALL = ABOUT.map(([urn]) => urn).sort();
/** A query reveals all its subjects, so all must be visible; for other types one is enough. */
const SEEN = ALL.filter((urn) => !/:(secret|column)$|query:both$/.test(urn));
/** A missing entity has no domain, and may have been in the hidden one: it is judged by its urn alone. */
const SEEN_BY_DOMAIN = SEEN.filter((urn) => urn !== 'urn:li:query:unknown');

let root: TestServer;
let byUrn: TestServer;
let byDomain: TestServer;

beforeAll(async () => {
  root = await startServer();
  for (const name of ['open', 'secret']) await clientOf(root).dataset(name);
  await writeAspect(root, HR, 'domainProperties', { name: 'HR' });
  await writeAspect(root, SECRET, 'domains', { domains: [HR] });
  for (const [urn, aspect, value] of ABOUT) await writeAspect(root, urn, aspect, value);
  await hideEverything(root);
  byUrn = await viewer('by-urn', matching('URN', [SECRET], 'NOT_EQUALS'));
  byDomain = await viewer('by-domain', matching('DOMAIN', [HR], 'NOT_EQUALS'));
});
afterAll(() => root.stop());

async function viewer(name: string, filter: unknown): Promise<TestServer> {
  const actor = await addActor(root, name);
  const actors = { users: [userUrn(name)] };
  await writePolicy(root, name, { privileges: ['VIEW_ENTITY_PAGE'], actors, resources: { filter } });
  return actor;
}

async function readable(as: TestServer): Promise<string[]> {
  const paths = ABOUT.map(
    ([urn, aspect]) => [urn, `/openapi/v3/entity/${urn.split(':')[2]}/${urn}/${aspect}`] as const,
  );
  const answers = await Promise.all(
    paths.map(async ([urn, path]) => [urn, await as.request('GET', path)] as const),
  );
  return answers.flatMap(([urn, { status }]) => (status === 200 ? [urn] : [])).sort();
}

async function found(as: TestServer): Promise<{ urns: string[]; total: number }> {
  const urns: string[] = [];
  let total = 0;
  for (const entity of TYPES) {
    const body = { input: '*', entity, start: 0, count: 100 };
    const { json, text } = await as.request('POST', '/entities?action=search', body);
    expect(json?.value, text).toBeDefined();
    urns.push(...json.value.entities.map((hit: { entity: string }) => hit.entity));
    total += Number(json.value.numEntities);
  }
  return { urns: urns.sort(), total };
}

async function incidents(as: TestServer): Promise<unknown> {
  const { data } = await as.graphql(
    'query q($urn: String!) { dataset(urn: $urn) { incidents(start: 0, count: 10) { total incidents { urn } } } }',
    { urn: OPEN },
  );
  return data.dataset.incidents;
}

describe('an entity about hidden entities only', () => {
  it('is hidden, for any reason that these are', async () => {
    expect(await readable(root)).toEqual(ALL);
    expect(await readable(byUrn)).toEqual(SEEN);
    expect(await readable(byDomain)).toEqual(SEEN_BY_DOMAIN);
  });

  it('is neither found nor counted, for any number of searched types', async () => {
    expect(await found(root)).toEqual({ urns: ALL, total: ALL.length });
    expect(await found(byUrn)).toEqual({ urns: SEEN, total: SEEN.length });
    expect(await found(byDomain)).toEqual({ urns: SEEN_BY_DOMAIN, total: SEEN_BY_DOMAIN.length });
    const ofAll = async (as: TestServer): Promise<unknown> =>
      (await as.request('POST', '/openapi/v3/entity/scroll', { entities: TYPES })).json.totalCount;
    expect([await ofAll(root), await ofAll(byUrn), await ofAll(byDomain)]).toEqual(
      [ALL, SEEN, SEEN_BY_DOMAIN].map(({ length }) => length),
    );
  });

  it('is not among relationships', async () => {
    for (const as of [byUrn, byDomain]) {
      const path = `/openapi/relationships/v1?urn=${encodeURIComponent(SECRET)}&direction=INCOMING&relationshipTypes=IncidentOn`;
      const { json, text } = await as.request('GET', path);
      expect(json?.entities ?? text).toEqual([
        { relationshipType: 'IncidentOn', urn: 'urn:li:incident:both' },
      ]);
    }
    expect(await incidents(byDomain)).toEqual(await incidents(root));
  });

  it('is shown as soon as one of them is', async () => {
    await writeAspect(root, SECRET, 'domains', { domains: [] });
    const all = ALL.filter((urn) => urn !== 'urn:li:query:unknown');
    expect(await readable(byDomain)).toEqual(all);
    expect((await found(byDomain)).urns).toEqual(all);
    await writeAspect(root, SECRET, 'domains', { domains: [HR] });
    expect((await found(byDomain)).urns).toEqual(SEEN_BY_DOMAIN);
  });
});

describe('a query', () => {
  const only = (urn: string): object => ({
    filter: {
      criteria: [
        { field: 'TYPE', values: ['dataset'], condition: 'EQUALS' },
        { field: 'URN', values: [urn], condition: 'EQUALS' },
      ],
    },
  });
  const reader = async (name: string, privilege: string, ...urns: readonly string[]): Promise<TestServer> => {
    const actor = await addActor(root, name);
    for (const [i, urn] of urns.entries()) {
      const actors = { users: [userUrn(name)] };
      await writePolicy(root, `${name}-${privilege}-${i}`, {
        privileges: [privilege],
        actors,
        resources: only(urn),
      });
    }
    return actor;
  };
  const queriesOf = async (as: TestServer): Promise<string[]> => {
    const read = (await readable(as)).filter((urn) => urn.startsWith('urn:li:query:'));
    const { urns } = await found(as);
    expect(urns.filter((urn) => urn.startsWith('urn:li:query:'))).toEqual(read);
    const { data } = await as.graphql(
      'query q($urn: String!) { listQueries(input: { datasetUrn: $urn, count: 10 }) { total queries { urn } } }',
      { urn: OPEN },
    );
    const ofOpen = read.filter((urn) => /:(open|both)$/.test(urn));
    expect(data.listQueries.total).toBe(ofOpen.length);
    return read;
  };
  const OF_OPEN = ['urn:li:query:field', 'urn:li:query:open'];

  it.each(['VIEW_ENTITY_PAGE', 'VIEW_ENTITY_QUERIES', 'EDIT_ENTITY_QUERIES', 'EDIT_ENTITY'])(
    'is visible with %s on its dataset',
    async (privilege) => {
      expect(await queriesOf(await reader(`one-${privilege}`, privilege, OPEN))).toEqual(OF_OPEN);
    },
  );

  it('stays hidden without one of these, also with another right on its dataset', async () => {
    await reader('tagger', 'VIEW_ENTITY_PAGE', datasetUrn('other'));
    expect(await queriesOf(await reader('tagger', 'EDIT_ENTITY_TAGS', OPEN))).toEqual([]);
  });

  it('over several datasets needs the right on each, from any policies', async () => {
    const all = ['urn:li:query:both', ...OF_OPEN, 'urn:li:query:secret'];
    expect(await queriesOf(await reader('two', 'EDIT_ENTITY_QUERIES', OPEN, SECRET))).toEqual(all);
  });

  it('reveals nothing else of a dataset that may not be viewed', async () => {
    const editor = await reader('only-queries', 'EDIT_ENTITY_QUERIES', OPEN);
    const path = `/openapi/v3/entity/dataset/${encodeURIComponent(OPEN)}`;
    expect((await editor.request('GET', path)).status).toBe(404);
  });

  it('is only created, changed and deleted by actors who may edit the queries of its dataset', async () => {
    const editor = await reader('editor', 'EDIT_ENTITY_QUERIES', OPEN);
    const run = async (mutation: string) => {
      const { data, errors } = await editor.graphql(`mutation { ${mutation} }`);
      return errors?.[0].extensions.code ?? data;
    };
    const on = (urn: string): string => `subjects: [{ datasetUrn: "${urn}" }]`;
    const properties = 'properties: { statement: { value: "SELECT 1", language: SQL } }';
    const create = (urn: string) => run(`createQuery(input: { ${properties}, ${on(urn)} }) { urn }`);
    expect(await create(SECRET)).toBe(403);
    const { createQuery: made } = await create(OPEN);
    expect(await run(`updateQuery(urn: "${made.urn}", input: { ${on(SECRET)} }) { urn }`)).toBe(403);
    expect(await run(`updateQuery(urn: "${made.urn}", input: { ${properties} }) { urn }`)).toEqual({
      updateQuery: made,
    });
    for (const urn of ['urn:li:query:both', 'urn:li:query:secret'])
      expect(await run(`deleteQuery(urn: "${urn}")`)).toBe(403);
    expect(await run(`deleteQuery(urn: "${made.urn}")`)).toEqual({ deleteQuery: true });
  });

  it('is hidden from those whose policy excludes queries, and from tokens for other types', async () => {
    const actors = { users: [userUrn('no-queries')] };
    const filter = matching('TYPE', ['query'], 'NOT_EQUALS');
    const actor = await addActor(root, 'no-queries');
    await writePolicy(root, 'no-queries', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors,
      resources: { filter },
    });
    expect(await queriesOf(actor)).toEqual([]);
    await reader('for-datasets', 'VIEW_ENTITY_PAGE', OPEN);
    const narrowed = await withToken(root, userUrn('for-datasets'), { entityTypes: ['dataset'] });
    expect(await queriesOf(narrowed)).toEqual([]);
  });
});

describe('an actor who may read all incidents', () => {
  it('reads those of hidden entities, too', async () => {
    await writePolicy(root, 'incidents', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('by-urn')] },
      resources: { filter: matching('TYPE', ['incident']) },
    });
    const seen = [...SEEN, 'urn:li:incident:column', 'urn:li:incident:secret'].sort();
    expect(await readable(byUrn)).toEqual(seen);
    expect((await found(byUrn)).urns).toEqual(seen);
  });
});
