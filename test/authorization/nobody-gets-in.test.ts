import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalogSchema } from '../../src/api/graphql/catalog-schema.ts';
import { ACTION_NEEDS, MUTATION_NEEDS, PATH_NEEDS } from '../../src/auth/operations.ts';
import type { Need } from '../../src/auth/operations.ts';
import { clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { startServer } from '../support/start-server.ts';
import type { Answer, TestServer } from '../support/start-server.ts';
import { addActor, asBearer, userUrn, withToken } from '../support/test-actors.ts';
import { sampleRequest } from './sample-arguments.ts';

const DATASET = datasetUrn('a');
const schema = buildCatalogSchema();

let now = 1_700_000_000_000;
let root: TestServer;
let reader: TestServer;
let editor: TestServer;
let narrowed: TestServer;
const useless: [string, () => TestServer][] = [];

beforeAll(async () => {
  root = await startServer({ surroundings: { now: () => now } });
  const catalog = clientOf(root);
  await catalog.define('team');
  await catalog.dataset('a');
  await catalog.dataset('b');
  reader = await addActor(root, 'reader', { roles: ['Reader'] });
  editor = await addActor(root, 'editor', { roles: ['Editor'] });
  narrowed = await withToken(root, 'urn:li:corpuser:datahub', { readOnly: true });
  const issue = async (name: string, durationMs: number): Promise<{ id: string; token: string }> =>
    (
      await root.request('POST', '/api/colophon/v1/tokens', {
        ...{ name, durationMs, actorUrn: 'urn:li:corpuser:datahub' },
      })
    ).json;
  const expired = await issue('expired', 1_000);
  const revoked = await issue('revoked', 1_000_000);
  now += 1_001;
  await root.request('DELETE', `/api/colophon/v1/tokens/${revoked.id}`);
  useless.push(['no token', () => asBearer(root, '')]);
  useless.push(['a wrong token', () => asBearer(root, 'colophon_00')]);
  useless.push(['an expired token', () => asBearer(root, expired.token)]);
  useless.push(['a revoked token', () => asBearer(root, revoked.token)]);
});

afterAll(() => root.stop());

interface Call {
  readonly name: string;
  readonly need: Need;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** A request for each path and method of the table, about the dataset. */
function pathCalls(): readonly Call[] {
  return Object.entries(PATH_NEEDS)
    .filter(([path]) => path !== '/logOut')
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, need]) => {
        const filled = path
          .replace(':entity/*', `dataset/${encodeURIComponent(DATASET)}/datasetProperties`)
          .replace('/assets/*', '/assets/colophon.css')
          .replace('/api/graphiql/*', '/api/graphiql/start.js')
          .replace('/openapi/swagger-ui/*', '/openapi/swagger-ui/start.js')
          .replace('relationship/*', method === 'POST' ? 'relationship/scroll' : 'relationship/TaggedWith')
          .replace(/:(child|parent)/g, encodeURIComponent(DATASET))
          .replace(':entity', 'dataset')
          .replace(':urn', encodeURIComponent(path.includes('/users/') ? userUrn('editor') : DATASET))
          .replace(':traceId', 'x')
          .replace(':id', '1');
        return { name: `${method} ${path}`, need, method, path: filled, body: bodyFor(method, path) };
      }),
    );
}

function bodyFor(method: string, path: string): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const patch = { patch: [{ op: 'add', path: '/removed', value: true }], arrayPrimaryKeys: {} };
  const status = { value: method === 'PATCH' ? patch : { removed: true } };
  if (path === '/openapi/v3/entity/:entity') return [{ urn: DATASET, status }];
  if (path === '/openapi/v2/entity/:entity') return [{ urn: DATASET, aspects: { status } }];
  if (path === '/openapi/v3/entity/generic') return { dataset: [{ urn: DATASET, status }] };
  if (path.includes('/logical/')) return {};
  if (path.endsWith('/*')) {
    const value = { name: 'x' };
    if (method === 'PATCH') return patch;
    return path.includes('/v3/') ? { value } : value;
  }
  if (path.endsWith('/plans') || path.endsWith('/apply'))
    return { deletions: [{ urn: propertyUrn('team') }] };
  if (path.endsWith('/users')) return { urn: userUrn('new') };
  if (path.endsWith('/password')) return { password: 'longer than twelve' };
  return {};
}

const ask = (as: TestServer, { method, path, body }: Call): Promise<Answer> =>
  as.request(
    method,
    path,
    body,
    isPatch(method, path) ? { 'content-type': 'application/json-patch+json' } : {},
  );

const isPatch = (method: string, path: string): boolean =>
  method === 'PATCH' && path.includes(encodeURIComponent(DATASET));

/** Number of the last commit: it stays when nothing is written. */
async function lastSequence(): Promise<string> {
  const { text } = await root.request('GET', '/metrics');
  return /^colophon_sequence\{of="store"\} (\d+)$/m.exec(text)?.[1] ?? text;
}

describe('every path', () => {
  it('is shut without a good token, unless it is open to all', async () => {
    for (const [what, as] of useless) {
      for (const call of pathCalls()) {
        const { status } = await ask(as(), call);
        if (call.need.kind === 'nothing') expect(`${call.name} ${status}`).not.toBe(`${call.name} 403`);
        else expect(`${what}: ${call.name} ${status}`).toBe(`${what}: ${call.name} 401`);
      }
    }
  });

  it('that writes or manages is denied to readers and to tokens that only read', async () => {
    const before = await lastSequence();
    for (const call of pathCalls()) {
      if (call.need.kind !== 'write' && call.need.kind !== 'platform') continue;
      // Readers have tokens of their own, and so may ask for them.
      const isOwn = call.path.startsWith('/api/colophon/v1/tokens');
      if (!isOwn) {
        const { status, text } = await ask(reader, call);
        expect(`${call.name} ${status} ${status === 403 ? '' : text}`).toBe(`${call.name} 403 `);
      }
      if (call.need.kind === 'write') {
        expect(`${call.name} ${(await ask(narrowed, call)).status}`).toBe(`${call.name} 403`);
      }
    }
    expect(await lastSequence()).toBe(before);
  });

  it('that shows something answers readers', async () => {
    for (const call of pathCalls()) {
      if (call.need.kind !== 'read') continue;
      expect([401, 403]).not.toContain((await ask(reader, call)).status);
    }
  });
});

describe('every mutation', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const text = (name: string): string => {
    if (/actor|user/i.test(name)) return userUrn('editor');
    if (/property/i.test(name)) return propertyUrn('team');
    return /urn/i.test(name) ? DATASET : 'x';
  };

  it('is denied, or fails, for whoever may only read, and nothing is written', async () => {
    const before = await lastSequence();
    for (const as of [reader, narrowed]) {
      for (const field of fields) {
        const { query, variables } = sampleRequest('mutation', field, text);
        const { errors, data } = await as.graphql(query, variables);
        // An update of nothing is no write, and succeeds.
        if (MUTATION_NEEDS[field.name]?.kind === 'write' && errors === undefined) continue;
        expect(`${field.name} ${JSON.stringify(errors ?? data)}`).toContain('"message"');
      }
    }
    expect(await lastSequence()).toBe(before);
  });

  it('that needs a privilege that editors lack is denied to them', async () => {
    const held = [
      'GENERATE_PERSONAL_ACCESS_TOKENS',
      'MANAGE_DOMAINS',
      'MANAGE_GLOBAL_ANNOUNCEMENTS',
      'MANAGE_GLOSSARIES',
      'MANAGE_TAGS',
    ];
    const before = await lastSequence();
    for (const field of fields) {
      const need = MUTATION_NEEDS[field.name];
      if (need?.kind !== 'platform' || need.anyOf.some((name) => held.includes(name))) continue;
      const { query, variables } = sampleRequest('mutation', field, text);
      const { errors } = await editor.graphql(query, variables);
      expect(`${field.name} ${JSON.stringify(errors)}`).toContain('"message"');
    }
    expect(await lastSequence()).toBe(before);
  });

  it('is shut without a good token', async () => {
    for (const [, as] of useless) {
      const { status } = await as().request('POST', '/api/graphql', { query: '{ __typename }' });
      expect(status).toBe(401);
    }
  });
});

describe('every action of Rest.li', () => {
  it('that writes or manages is denied to readers, and shut without a good token', async () => {
    const before = await lastSequence();
    const proposal = {
      ...{ entityType: 'dataset', entityUrn: DATASET, changeType: 'UPSERT', aspectName: 'status' },
      aspect: { contentType: 'application/json', value: '{"removed":true}' },
    };
    const status = { 'com.linkedin.common.Status': { removed: true } };
    const entity = {
      value: { 'com.linkedin.metadata.snapshot.DatasetSnapshot': { urn: DATASET, aspects: [status] } },
    };
    const bucket = { resource: DATASET, bucket: 0, duration: 'DAY', metrics: {} };
    const body = {
      ...{ proposal, proposals: [proposal], entity, entities: [entity], urn: DATASET },
      ...{ runId: 'r', dryRun: false, value: true, buckets: [bucket] },
    };
    for (const [resource, actions] of Object.entries(ACTION_NEEDS)) {
      for (const [action, need] of Object.entries(actions)) {
        const path = `/${resource}?action=${action}`;
        for (const [, as] of useless) expect((await as().request('POST', path, body)).status).toBe(401);
        if (need.kind === 'read') continue;
        const { status: code, text: answer } = await reader.request('POST', path, body);
        // A run that left nothing has nothing to deny.
        if (action === 'rollback') continue;
        expect(`${path} ${code} ${code === 403 ? '' : answer}`).toBe(`${path} 403 `);
      }
    }
    expect(await lastSequence()).toBe(before);
  });
});
