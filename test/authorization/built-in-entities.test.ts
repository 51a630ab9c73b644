import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBuiltInEntities } from '../../src/composition/built-in-entities.ts';
import { readRegistry } from '../../src/config/read-registry.ts';
import { loadRegistry } from '../../src/model/registry/load-registry.ts';
import { entityTypeOf } from '../../src/model/urn.ts';
import { aspectPath } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';
import { addActor } from '../support/test-actors.ts';

const REGISTRY = loadRegistry(readRegistry(undefined));
const { entities, fixed } = readBuiltInEntities(REGISTRY);
const ROOT = 'urn:li:corpuser:datahub';

/** Only one of the entity types, representative for all. */
const CASES = entities
  .filter(({ urn }) => fixed.has(urn))
  .filter(({ urn }) => entityTypeOf(urn) !== 'entityType' || urn === 'urn:li:entityType:datahub.dataset')
  .map(({ aspects, urn }) => [urn, aspects] as const);

let root: TestServer;
beforeAll(async () => {
  root = await startServer();
});
afterAll(() => root.stop());

function restli(urn: string, aspectName: string, changeType: string, value?: unknown): Promise<Answer> {
  const target = {
    entityType: entityTypeOf(urn as (typeof entities)[0]['urn']),
    entityUrn: urn,
    aspectName,
    changeType,
  };
  const aspect = { contentType: 'application/json', value: JSON.stringify(value) };
  const proposal = value === undefined ? target : { ...target, aspect };
  return root.request('POST', '/aspects?action=ingestProposal', { proposal });
}

const graphql = (document: string, urn: string): Promise<Answer> =>
  root.request('POST', '/api/graphql', {
    query: `mutation m($urn: String!) { ${document} }`,
    variables: { urn },
  });

const entityPath = (urn: string, version: string): string =>
  `/openapi/${version}/entity/${urn.split(':')[2]}/${encodeURIComponent(urn)}`;

/** Ways to change an aspect of an entity. */
const CHANGES: Readonly<Record<string, (urn: string, aspect: string, value: object) => Promise<Answer>>> = {
  'v2 upsert': (urn, aspect, value) => root.request('POST', aspectPath(urn, aspect), value),
  'v3 upsert': (urn, aspect, value) =>
    root.request('POST', `${aspectPath(urn, aspect, 'v3')}?createIfNotExists=false`, { value }),
  'v3 batch': (urn, aspect, value) =>
    root.request('POST', `/openapi/v3/entity/${urn.split(':')[2]}?async=false`, [
      { urn, [aspect]: { value } },
    ]),
  'v3 patch': (urn, aspect, value) =>
    root.request('PATCH', aspectPath(urn, aspect, 'v3'), {
      patch: Object.entries(value).map(([name, to]) => ({ op: 'add', path: `/${name}`, value: to })),
    }),
  'Rest.li upsert': (urn, aspect, value) => restli(urn, aspect, 'UPSERT', value),
  'Rest.li restate': (urn, aspect, value) => restli(urn, aspect, 'RESTATE', value),
};

/** Ways to delete or soft-delete an entity, or the aspects that make it built-in. */
const DELETIONS: Readonly<Record<string, (urn: string, aspect: string) => Promise<Answer>>> = {
  'v2 delete': (urn) => root.request('DELETE', entityPath(urn, 'v2')),
  'v3 delete': (urn) => root.request('DELETE', entityPath(urn, 'v3')),
  'v3 delete of the aspect': (urn, aspect) => root.request('DELETE', aspectPath(urn, aspect, 'v3')),
  'Rest.li delete': (urn) => root.request('POST', '/entities?action=delete', { urn }),
  'Rest.li delete of the aspect': (urn, aspect) => restli(urn, aspect, 'DELETE'),
  'soft deletion': (urn) =>
    root.request('POST', aspectPath(urn, 'status', 'v3'), { value: { removed: true } }),
  'soft deletion by Rest.li': (urn) => restli(urn, 'status', 'UPSERT', { removed: true }),
  'batchUpdateSoftDeleted of GraphQL': (urn) =>
    graphql('batchUpdateSoftDeleted(input: { urns: [$urn], deleted: true })', urn),
};

function hasAspect(urn: string, aspect: string): boolean {
  return REGISTRY.entities.get(urn.split(':')[2] ?? '')?.aspects.has(aspect) === true;
}

async function stateOf(urn: string): Promise<unknown> {
  const { json, status } = await root.request('GET', entityPath(urn, 'v3'));
  return { status, json };
}

/** A value with changed members. */
function altered(value: object): object {
  if ('state' in value) return { ...value, state: 'INACTIVE' };
  if ('editable' in value) return { ...value, editable: true };
  return 'qualifiedName' in value ? { ...value, qualifiedName: 'mine' } : value;
}

/** A value with another description, as another version of DataHub has it. */
function redescribed(value: object): object {
  const names = 'displayName' in value ? { displayName: 'Mine' } : 'name' in value ? { name: 'Mine' } : {};
  return { ...value, ...names, description: 'As another version describes it.' };
}

const warningsOf = ({ headers }: Answer): readonly string[] =>
  JSON.parse(headers.get('X-Colophon-Warnings') ?? '[]') as readonly string[];

describe('a built-in entity', () => {
  it.each(CASES)('can only be changed and deleted by the server: %s', async (urn, aspects) => {
    const before = await stateOf(urn);
    const [aspect = '', value = {}] = Object.entries(aspects)[0] ?? [];
    const isPatch = (name: string): boolean => name.includes('patch');
    for (const [name, send] of Object.entries(CHANGES)) {
      const other = altered(value);
      // An ownership type has no other members than those of its description.
      if (other === value && !isPatch(name)) continue;
      const { status, text } = await send(urn, aspect, isPatch(name) ? redescribed(value) : other);
      expect([name, status], text).toEqual([name, 403]);
      expect(await stateOf(urn)).toEqual(before);
    }
    for (const [name, send] of Object.entries(DELETIONS)) {
      if (name.includes('soft') && !hasAspect(urn, 'status')) continue;
      const { status, text } = await send(urn, aspect);
      if (name.endsWith('GraphQL')) expect([name, text]).toEqual([name, expect.stringContaining('"errors"')]);
      else expect([name, status], text).toEqual([name, 403]);
      expect(await stateOf(urn)).toEqual(before);
    }
  });

  it('is refused with the messages of DataHub', async () => {
    const [policy, info] = ['urn:li:dataHubPolicy:0', 'dataHubPolicyInfo'];
    const deleted = await root.request('DELETE', entityPath(policy, 'v3'));
    expect(deleted.text).toContain('System policies can not be deleted.');
    const patch = [{ op: 'replace', path: '/state', value: 'INACTIVE' }];
    const patched = await root.request('PATCH', aspectPath(policy, info, 'v3'), { patch });
    expect(patched.text).toContain('Attempting to edit not editable policy.');
    const { text } = await graphql('deletePolicy(urn: $urn)', policy);
    expect(text).toContain('System policies can not be deleted.');
  });

  it.each(CASES)(
    'keeps its description, with a warning, if an import has another: %s',
    async (urn, aspects) => {
      const before = await stateOf(urn);
      const [aspect = '', value = {}] = Object.entries(aspects)[0] ?? [];
      for (const [name, send] of Object.entries(CHANGES)) {
        if (name.includes('patch')) continue;
        const answer = await send(urn, aspect, redescribed(value));
        expect([name, answer.status, warningsOf(answer)], answer.text).toEqual([
          name,
          200,
          [`${aspect} of ${urn} was ignored: the entity is built-in. Leave it out.`],
        ]);
        expect(await stateOf(urn)).toEqual(before);
      }
    },
  );

  it('refuses a strict request with another description, unless the request allows it', async () => {
    const [urn, aspect] = ['urn:li:dataType:datahub.date', 'dataTypeInfo'];
    const value = { qualifiedName: 'datahub.date', displayName: 'Date', description: 'A specific day.' };
    const send = (strictness: string): Promise<Answer> =>
      root.request('POST', aspectPath(urn, aspect), value, { 'X-Colophon-Strict': strictness });
    expect((await send('true')).status).toBe(400);
    expect((await send('allow-kept')).status).toBe(200);
  });

  it('does not prevent other writes of an asynchronous batch', async () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,beside-built-in,PROD)';
    const proposalOf = (entityUrn: string, aspectName: string, value: object): object => ({
      entityType: entityUrn.split(':')[2],
      entityUrn,
      aspectName,
      changeType: 'UPSERT',
      aspect: { contentType: 'application/json', value: JSON.stringify(value) },
    });
    const policy = proposalOf('urn:li:dataHubPolicy:0', 'dataHubPolicyInfo', {
      ...CASES.find(([of]) => of === 'urn:li:dataHubPolicy:0')?.[1]['dataHubPolicyInfo'],
      privileges: [],
    });
    const answer = await root.request('POST', '/aspects?action=ingestProposalBatch', {
      proposals: [policy, proposalOf(urn, 'status', { removed: false })],
      async: 'true',
    });
    expect([answer.status, answer.text]).toEqual([
      403,
      expect.stringContaining('Attempting to edit not editable policy.'),
    ]);
    expect((await stateOf(urn)) as { status: number }).toMatchObject({ status: 200 });
  });

  it('may be sent again unchanged, as by an import', async () => {
    for (const [urn, aspects] of CASES) {
      for (const [aspect, value] of Object.entries(aspects)) {
        const { status, text } = await root.request('POST', aspectPath(urn, aspect), value);
        expect(status, text).toBe(200);
      }
    }
  });
});

describe('the root user', () => {
  it.each(Object.entries(DELETIONS))('is not removed by %s', async (_name, send) => {
    const before = await stateOf(ROOT);
    const { text } = await send(ROOT, 'corpUserInfo');
    expect(text).toContain('System users can not be deleted');
    expect(await stateOf(ROOT)).toEqual(before);
  });

  it.each(Object.entries(CHANGES))('is not suspended by %s', async (_name, send) => {
    const status = { status: 'SUSPENDED', lastModified: { time: 1, actor: ROOT } };
    const { status: code, text } = await send(ROOT, 'corpUserStatus', status);
    expect([code, text]).toEqual([403, expect.stringContaining('cannot be suspended')]);
  });

  it('stays a system user when a source states otherwise', async () => {
    const info = aspectPath(ROOT, 'corpUserInfo', 'v3');
    expect((await root.request('GET', info)).json.value.system).toBe(true);
    await root.request('POST', `${info}?createIfNotExists=false`, {
      value: { active: true, displayName: 'Root', system: false },
    });
    expect((await root.request('GET', info)).json.value).toMatchObject({ displayName: 'Root', system: true });
  });
});

describe('a system user', () => {
  const robot = 'urn:li:corpuser:robot';

  it('is made by system users, and cannot be deleted or demoted', async () => {
    const admin = await addActor(root, 'admin', { roles: ['Admin'] });
    const info = { active: true, system: true };
    const path = aspectPath(robot, 'corpUserInfo');
    const refused = await admin.request('POST', path, info);
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('Only system users may set'),
    ]);
    expect((await root.request('POST', path, info)).status).toBe(200);
    for (const [name, send] of Object.entries(DELETIONS)) {
      expect([name, (await send(robot, 'corpUserInfo')).text]).toEqual([
        name,
        expect.stringContaining('System users can not be deleted'),
      ]);
    }
    expect((await graphql('removeUser(urn: $urn)', robot)).text).toContain('System users can not be deleted');
    const unset = await admin.request('POST', path, { active: true, system: false });
    expect(unset.status).toBe(403);
    expect((await root.request('POST', path, { active: true, system: false })).status).toBe(200);
    expect((await graphql('removeUser(urn: $urn)', robot)).json.data.removeUser).toBe(true);
  });

  it('is not restored by rolling back a run', async () => {
    const former = 'urn:li:corpuser:former-robot';
    const admin = await addActor(root, 'another-admin', { roles: ['Admin'] });
    const write = async (system: boolean, runId: string): Promise<void> => {
      const aspect = { contentType: 'application/json', value: JSON.stringify({ active: true, system }) };
      const target = { entityType: 'corpuser', entityUrn: former, aspectName: 'corpUserInfo' };
      const proposal = { ...target, changeType: 'UPSERT', aspect, systemMetadata: { runId } };
      expect((await root.request('POST', '/aspects?action=ingestProposal', { proposal })).status).toBe(200);
    };
    await write(true, 'first');
    await write(false, 'second');
    const rollback = { runId: 'second', dryRun: false };
    const refused = await admin.request('POST', '/runs?action=rollback', rollback);
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('Only system users may set'),
    ]);
    const path = aspectPath(former, 'corpUserInfo', 'v3');
    expect((await root.request('GET', path)).json.value.system).toBe(false);
    expect((await root.request('POST', '/runs?action=rollback', rollback)).status).toBe(200);
    expect((await root.request('GET', path)).json.value.system).toBe(true);
  });
});
