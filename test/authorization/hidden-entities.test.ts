import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  policy,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';
import { asking, askingGraphql, type Ask } from './hidden-twins.ts';

/** Per type a urn, and an aspect that creates the entity. */
const TYPES: readonly (readonly [urnOf: (name: string) => string, aspect: string, value: object])[] = [
  [datasetUrn, 'datasetProperties', { name: 'd' }],
  [(name) => `urn:li:domain:${name}`, 'domainProperties', { name: 'd' }],
  [(name) => `urn:li:tag:${name}`, 'tagProperties', { name: 't' }],
  [userUrn, 'corpUserInfo', { active: true }],
  [(name) => `urn:li:corpGroup:${name}`, 'corpGroupInfo', { admins: [], members: [], groups: [] }],
  [
    (name) => `urn:li:dataHubPolicy:${name}`,
    'dataHubPolicyInfo',
    policy({ privileges: ['EDIT_ENTITY'], actors: {}, state: 'INACTIVE' }),
  ],
  [
    propertyUrn,
    'propertyDefinition',
    {
      qualifiedName: 'hidden',
      valueType: 'urn:li:dataType:datahub.string',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
    },
  ],
  [
    (name) => `urn:li:document:${name}`,
    'documentInfo',
    {
      status: { state: 'PUBLISHED' },
      contents: { text: 't' },
      created: { time: 1, actor: userUrn('datahub') },
      lastModified: { time: 1, actor: userUrn('datahub') },
    },
  ],
];
const HIDDEN = 'hidden';
const UNKNOWN = 'no-one';
const SEEN = datasetUrn('seen');

let root: TestServer;
/** Sees everything else, and may write nothing. */
let reader: TestServer;
/** Sees nothing, and may create entities in the domain `hr`, where the hidden dataset is. */
let creator: TestServer;
/** Sees nothing, and sets the status of everything. */
let editor: TestServer;

beforeAll(async () => {
  root = await startServer();
  await writeAspect(root, SEEN, 'datasetProperties', { name: 'd' });
  for (const [urnOf, aspect, value] of TYPES) {
    await writeAspect(root, urnOf(HIDDEN), aspect, { ...value });
  }
  await writeAspect(root, 'urn:li:domain:hr', 'domainProperties', { name: 'HR' });
  await writeAspect(root, datasetUrn(HIDDEN), 'domains', { domains: ['urn:li:domain:hr'] });
  await hideEverything(root);
  const urns = TYPES.flatMap(([urnOf]) => [urnOf(HIDDEN), urnOf(UNKNOWN)]);
  const others = matching('URN', urns, 'NOT_EQUALS');
  const properties = urns.filter((urn) => urn.startsWith('urn:li:structuredProperty:'));
  const privilegeConstraints = matching('URN', properties, 'NOT_EQUALS');
  reader = await actor('reader', 'VIEW_ENTITY_PAGE', { filter: others, privilegeConstraints });
  creator = await actor('creator', 'CREATE_ENTITY', { filter: matching('DOMAIN', ['urn:li:domain:hr']) });
  editor = await actor('editor', 'EDIT_ENTITY_STATUS', { allResources: true });
});
afterAll(() => root.stop());

async function actor(name: string, privilege: string, resources: object): Promise<TestServer> {
  const as = await addActor(root, name);
  await writePolicy(root, name, { privileges: [privilege], actors: { users: [userUrn(name)] }, resources });
  return as;
}

/** The answers for a hidden and for a missing entity, with the names made equal. */
async function bothAnswers(as: TestServer, question: (name: string) => Ask): Promise<[unknown, unknown]> {
  const of = async (name: string): Promise<unknown> =>
    JSON.parse(JSON.stringify(await question(name)(as)).replaceAll(name, 'it')) as unknown;
  return [await of(HIDDEN), await of(UNKNOWN)];
}

const proposal = (urn: string, aspectName: string, changeType: string, value: object): object => ({
  entityType: urn.split(':')[2],
  entityUrn: urn,
  changeType,
  aspectName,
  aspect: { contentType: 'application/json', value: JSON.stringify(value) },
});

/** Writes of the entity in every interface. */
function writesOf(urn: string, aspect: string, value: object): Ask {
  const entity = `/openapi/v3/entity/${urn.split(':')[2]}`;
  const path = `${entity}/${encodeURIComponent(urn)}`;
  const status = { removed: false };
  return asking(
    ['POST', aspectPath(urn, 'status', 'v3'), { value: status }],
    ['POST', `${aspectPath(urn, 'status', 'v3')}?createIfNotExists=false`, { value: status }],
    ['POST', aspectPath(urn, 'status'), status],
    ['POST', aspectPath(urn, aspect, 'v3'), { value }],
    ['POST', entity, [{ urn, status: { value: status } }]],
    ['PATCH', aspectPath(urn, 'globalTags', 'v3'), { patch: [{ op: 'test', path: '/tags', value: [] }] }],
    ['PATCH', aspectPath(urn, aspect, 'v3'), { patch: [{ op: 'add', path: '/name', value: 'x' }] }],
    ['DELETE', aspectPath(urn, 'globalTags', 'v3')],
    ['DELETE', aspectPath(urn, aspect, 'v3')],
    ['DELETE', path],
    ['DELETE', `${entity.replace('v3', 'v2')}/${encodeURIComponent(urn)}`],
    ['POST', '/aspects?action=ingestProposal', { proposal: proposal(urn, 'status', 'UPSERT', status) }],
    ['POST', '/aspects?action=ingestProposal', { proposal: proposal(urn, 'status', 'CREATE', status) }],
    ['POST', '/aspects?action=ingestProposal', { proposal: proposal(urn, aspect, 'UPSERT', value) }],
    [
      'POST',
      '/aspects?action=ingestProposalBatch',
      { proposals: [proposal(SEEN, 'status', 'UPSERT', status), proposal(urn, 'status', 'UPSERT', status)] },
    ],
    ['POST', '/entities?action=delete', { urn }],
  );
}

describe('an actor without write access gets the same answer for a hidden as for a missing entity', () => {
  it.each(TYPES.map((type) => [type[0]('*'), ...type] as const))('%s', async (_urn, urnOf, aspect, value) => {
    for (const as of [reader, creator]) {
      const [hidden, unknown] = await bothAnswers(as, (name) => writesOf(urnOf(name), aspect, value));
      expect(hidden).toEqual(unknown);
    }
  });

  it.each([
    ['createDocument', '($n: String!) { createDocument(input: { id: $n, contents: { text: "x" } }) }'],
    ['createDomain', '($n: String!) { createDomain(input: { id: $n, name: "x" }) }'],
    ['createTag', '($n: String!) { createTag(input: { id: $n, name: "x" }) }'],
    ['createGroup', '($n: String!) { createGroup(input: { id: $n, name: "x" }) }'],
  ])('%s', async (_name, mutation) => {
    const [hidden, unknown] = await bothAnswers(reader, (n) => askingGraphql(`mutation m${mutation}`, { n }));
    expect(hidden).toEqual(unknown);
  });

  it('explainPrivilege', async () => {
    const explain = (name: string): Ask =>
      askingGraphql(
        'query q($input: ExplainPrivilegeInput!) { explainPrivilege(input: $input) { allowed policyUrn reason unknown nearest { name } } }',
        {
          input: {
            actorUrn: userUrn('reader'),
            privilege: 'VIEW_ENTITY_PAGE',
            resourceUrn: datasetUrn(name),
          },
        },
      );
    const [hidden, unknown] = await bothAnswers(reader, explain);
    expect(hidden).toEqual(unknown);
  });

  it('and the message names the missing right', async () => {
    const { status, json } = await reader.request('POST', aspectPath(datasetUrn(HIDDEN), 'status'), {
      removed: false,
    });
    expect([status, json.message]).toEqual([
      403,
      expect.stringContaining('unauthorized to CREATE entities: status of urn:li:dataset:'),
    ]);
    const ofSeen = await reader.request('POST', aspectPath(SEEN, 'status'), { removed: false });
    expect(ofSeen.json.message).toContain('unauthorized to UPDATE entities: status of urn:li:dataset:');
  });
});

describe('an actor who may write a hidden entity', () => {
  it('can still write it', async () => {
    const path = aspectPath(datasetUrn(HIDDEN), 'status');
    expect((await editor.request('POST', path, { removed: false })).status).toBe(200);
    expect((await editor.request('GET', path)).status).not.toBe(200);
  });
});

it('privileges on a hidden entity are those on a missing one, also by criteria that exclude', async () => {
  const asker = await addActor(root, 'asker');
  const actors = { users: [userUrn('asker')] };
  await writePolicy(root, 'asker', {
    privileges: ['EDIT_ENTITY_TAGS'],
    actors,
    resources: { filter: matching('DOMAIN', ['urn:li:domain:hr', `urn:li:domain:${UNKNOWN}`], 'NOT_EQUALS') },
  });
  await writePolicy(root, 'asker-sees', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors,
    resources: {
      filter: matching('URN', [SEEN]),
      privilegeConstraints: matching('URN', [propertyUrn('seen')]),
    },
  });
  const ask = async (urn: string): Promise<unknown> => {
    const { text } = await asker.request('POST', '/api/graphql', {
      query: `query ($explain: ExplainPrivilegeInput!, $granted: GetGrantedPrivilegesInput!) {
        explainPrivilege(input: $explain) { allowed policyUrn reason unknown nearest { name } }
        getGrantedPrivileges(input: $granted) { privileges }
      }`,
      variables: {
        explain: { actorUrn: userUrn('asker'), privilege: 'EDIT_ENTITY_TAGS', resourceUrn: urn },
        granted: {
          actorUrn: userUrn('asker'),
          resourceSpec: { resourceType: 'DATASET', resourceUrn: urn },
        },
      },
    });
    return text.replaceAll(urn, 'ENTITY');
  };
  for (const [urnOf] of TYPES) expect(await ask(urnOf(HIDDEN))).toEqual(await ask(urnOf(UNKNOWN)));
  expect(await ask(datasetUrn(HIDDEN))).toContain('"allowed":true');
  expect(await ask(SEEN)).toContain('"allowed":true');
});
