import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf } from '../../support/graphql-calls.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
});
afterAll(() => server.stop());

const VALUE = 'pä$$ hush 🤫';
const create = (name: string, value = VALUE, description?: string): Promise<string> =>
  calls.mutate('createSecret', 'CreateSecretInput', { name, value, description });

async function values(names: readonly string[], as = server): Promise<unknown> {
  const { data, errors } = await as.graphql(
    'query v($input: GetSecretValuesInput!) { getSecretValues(input: $input) { name value } }',
    { input: { secrets: names } },
  );
  return errors === undefined ? data.getSecretValues : errors[0].extensions.code;
}

async function list(input: object = {}): Promise<unknown> {
  const query =
    'query l($input: ListSecretsInput!) { listSecrets(input: $input) { start count total secrets { urn name description } } }';
  const { data, errors } = await server.graphql(query, { input });
  expect(errors).toBeUndefined();
  return data.listSecrets;
}

describe('secrets', () => {
  it('are created, read by name, listed without their values, changed and deleted', async () => {
    const urn = await create('warehouse', VALUE, 'of the warehouse');
    expect(urn).toBe('urn:li:dataHubSecret:warehouse');
    expect(await values(['warehouse', 'nobody'])).toEqual([{ name: 'warehouse', value: VALUE }]);
    const secrets = [{ urn, name: 'warehouse', description: 'of the warehouse' }];
    expect(await list({ query: 'WARE' })).toEqual({ start: 0, count: 1, total: 1, secrets });
    expect(await list({ query: 'hush' })).toMatchObject({ total: 0 });

    const change = { urn, name: 'warehouse', value: '' };
    expect(await calls.mutate('updateSecret', 'UpdateSecretInput', change)).toBe(urn);
    expect(await values(['warehouse'])).toEqual([{ name: 'warehouse', value: '' }]);
    expect(await list({ query: 'ware' })).toMatchObject({ secrets: [{ urn, description: null }] });

    const remove = () => calls.call('mutation', 'deleteSecret', { urn: ['String!', urn] });
    expect((await remove()).data.deleteSecret).toBe(urn);
    expect(await values(['warehouse'])).toEqual([]);
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });

  it('are listed page by page', async () => {
    for (const name of ['page-a', 'page-b', 'page-c']) await create(name);
    expect(await list({ query: 'page-', start: 1, count: 1 })).toMatchObject({
      start: 1,
      count: 1,
      total: 3,
    });
    expect(await list({ query: '*', count: 0 })).toMatchObject({ count: 0, secrets: [] });
  });

  it('are not created twice, even concurrently', async () => {
    const input = { name: 'twice', value: 'first' };
    const call = () => calls.call('mutation', 'createSecret', { input: ['CreateSecretInput!', input] });
    const answers = await Promise.all([call(), call(), call()]);
    const errors = answers.flatMap((answer) => answer.errors ?? []);
    expect(errors).toHaveLength(2);
    for (const error of errors) {
      expect(error.message).toContain('This Secret already exists!');
      expect(error.extensions.code).toBe(409);
    }
  });

  it('keep their names, and must exist to be changed', async () => {
    const urn = await create('named');
    const rename = { urn, name: 'other', value: 'x' };
    expect(await calls.refused('updateSecret', 'UpdateSecretInput', rename)).toMatchObject({ code: 400 });
    const missing = { urn: 'urn:li:dataHubSecret:missing', name: 'missing', value: 'x' };
    const refusal = await calls.refused('updateSecret', 'UpdateSecretInput', missing);
    expect(refusal).toMatchObject({ code: 404 });
    expect(refusal.message).toContain('Secret for urn urn:li:dataHubSecret:missing');
    const dataset = { ...missing, urn: 'urn:li:tag:missing' };
    expect(await calls.refused('updateSecret', 'UpdateSecretInput', dataset)).toMatchObject({ code: 400 });
    expect(await calls.refused('createSecret', 'CreateSecretInput', { name: ' ', value: 'x' })).toMatchObject(
      {
        code: 400,
      },
    );
  });

  it('are only for users who may manage them', async () => {
    await create('guarded');
    const editor = await addActor(server, 'secrets-editor', { roles: ['Editor'] });
    expect(await values(['guarded'], editor)).toBe(403);
    const { createSecret } = MUTATIONS;
    const { errors } = await editor.graphql(createSecret, { input: { name: 'mine', value: 'x' } });
    expect(errors[0].extensions.code).toBe(403);
    const admin = await addActor(server, 'secrets-admin', { roles: ['Admin'] });
    expect(await values(['guarded'], admin)).toEqual([{ name: 'guarded', value: VALUE }]);
  });

  it('are returned by no other API, not even encrypted, except name and description', async () => {
    const urn = await create('silent', 'S1lent-Value');
    const change = { urn, name: 'silent', value: 'S1lent-Value-2', description: 'hush' };
    await calls.mutate('updateSecret', 'UpdateSecretInput', change);
    const answers = await Promise.all([
      server.request('GET', `/openapi/v3/entity/datahubsecret/${urn}`),
      server.request('GET', `/openapi/v2/entity/datahubsecret/${urn}`),
      server.request('GET', `/entitiesV2/${urn}`),
      server.request('GET', `/aspects/${urn}?aspect=dataHubSecretValue&version=0`),
      server.request('GET', `/aspects/${urn}?aspect=dataHubSecretValue&version=1`),
      server.request('POST', '/openapi/v3/entity/datahubsecret/batchGet', [{ urn, dataHubSecretValue: {} }]),
      server.request('GET', `/openapi/v3/entity/datahubsecret/${urn}/datahubsecretvalue`),
      server.request('GET', `/openapi/v3/entity/datahubsecret/${urn}/datahubsecretvalue?version=1`),
      server.request('GET', '/openapi/v3/entity/datahubsecret?aspects=dataHubSecretValue'),
      server.request('GET', `/entities/${urn}`),
      server.request('GET', `/entitiesVersionedV2?ids=List((urn:${encodeURIComponent(urn)}))`),
      server.request('GET', `/openapi/v2/timeline/v1/${urn}?categories=DOCUMENTATION`),
      server.graphql('query e($urn: String!) { entity(urn: $urn) { urn __typename } }', { urn }),
      server.graphql(
        '{ auditEvents(input: { count: 100 }) { events { entityUrn aspectName privilege } } searchAcrossEntities(input: { query: "silent" }) { total } }',
      ),
    ]);
    const text = JSON.stringify(answers.map((answer) => answer.text ?? answer));
    expect(text).not.toContain('S1lent-Value');
    expect(text).not.toContain('colophon:1:');
    const { json } = await server.request('GET', `/openapi/v3/entity/datahubsecret/${urn}`);
    expect(json.dataHubSecretValue.value).toEqual({
      name: 'silent',
      description: 'hush',
      created: { time: expect.any(Number), actor: 'urn:li:corpuser:datahub' },
    });
    const path = `/openapi/v3/entity/datahubsecret/${urn}/datahubsecretvalue`;
    for (const [method, body] of [
      ['POST', { value: json.dataHubSecretValue.value }],
      ['PATCH', { patch: [{ op: 'add', path: '/description', value: 'x' }] }],
    ] as const) {
      expect((await server.request(method, path, body)).status).toBe(403);
    }
    expect(await values(['silent'])).toEqual([{ name: 'silent', value: 'S1lent-Value-2' }]);
  });
});

describe('connections', () => {
  const input = {
    id: 'warehouse',
    type: 'JSON',
    platformUrn: 'urn:li:dataPlatform:snowflake',
    name: 'Warehouse',
    json: { blob: '{"password":"hush"}' },
  };
  const SHAPE = '{ urn platform { urn } details { type name json { blob } } }';
  const connection = async (urn: string, as = server) =>
    as.graphql(`query c($urn: String!) { connection(urn: $urn) ${SHAPE} }`, { urn });

  it('are stored, replaced and returned', async () => {
    const { platformUrn, type, name, json } = input;
    const urn = 'urn:li:dataHubConnection:warehouse';
    const kept = { urn, platform: { urn: platformUrn }, details: { type, name, json } };
    expect(await calls.mutate('upsertConnection', 'UpsertDataHubConnectionInput', input, SHAPE)).toEqual(
      kept,
    );
    expect((await connection(urn)).data.connection).toEqual(kept);
    const unnamed = { ...input, name: undefined, json: { blob: '{}' } };
    await calls.mutate('upsertConnection', 'UpsertDataHubConnectionInput', unnamed, '{ urn }');
    expect((await connection(urn)).data.connection.details).toEqual({
      type,
      name: null,
      json: { blob: '{}' },
    });
    expect((await calls.stored(urn, 'dataHubConnectionDetails')).json.encryptedBlob).toMatch(/^colophon:1:/);
  });

  it('get a random id if none is given, and are null if missing', async () => {
    const anonymous = { ...input, id: undefined };
    const { urn } = await calls.mutate(
      'upsertConnection',
      'UpsertDataHubConnectionInput',
      anonymous,
      '{ urn }',
    );
    expect(urn).toMatch(/^urn:li:dataHubConnection:[0-9a-f-]{36}$/);
    expect((await connection('urn:li:dataHubConnection:none')).data.connection).toBeNull();
  });

  it('need details, a platform, and the privilege', async () => {
    const refused = (bad: object) =>
      calls.refused('upsertConnection', 'UpsertDataHubConnectionInput', { ...input, ...bad }, '{ urn }');
    expect(await refused({ json: null })).toMatchObject({ code: 400 });
    expect(await refused({ platformUrn: 'urn:li:tag:x' })).toMatchObject({ code: 400 });
    const editor = await addActor(server, 'connections-editor', { roles: ['Editor'] });
    const { errors } = await connection('urn:li:dataHubConnection:warehouse', editor);
    expect(errors[0].extensions.code).toBe(403);
  });
});

describe.runIf(isKeptInFolders())('the key', () => {
  it('persists, is readable only by its owner, and another key decrypts nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-secrets-'));
    const { createSecret } = MUTATIONS;
    const first = await startServer({ folder });
    await first.graphql(createSecret, { input: { name: 'kept', value: 'S1lent' } });
    await first.stop({ keepFolder: true });
    expect(statSync(join(folder, 'secrets.key')).mode & 0o777).toBe(0o600);
    for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
      expect(readFileSync(join(folder, file.name)).includes('S1lent')).toBe(false);
    }
    const second = await startServer({ folder });
    expect(await values(['kept'], second)).toEqual([{ name: 'kept', value: 'S1lent' }]);
    await second.stop({ keepFolder: true });
    const other = await startServer({ folder, options: { 'secrets.key': 'another key' } });
    expect(await values(['kept'], other)).toBe(409);
    await other.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});

const MUTATIONS = {
  createSecret: 'mutation c($input: CreateSecretInput!) { createSecret(input: $input) }',
};
