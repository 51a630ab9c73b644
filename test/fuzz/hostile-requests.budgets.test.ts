import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDeclaredRequests } from '../../scripts/declared-requests.ts';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { freePort } from '../support/free-port.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { HOSTILE_DOCUMENTS } from './hostile-documents.ts';
import { MAX_BYTES, admitted, refused, type HostileText } from './hostile-bodies.ts';

/** Maximum pause of the server's event loop for any request within the default limits, in ms. */
const LONGEST_MS = 200;
/** Attempts per request while it exceeds the maximum, because other programs may use the machine. */
const ATTEMPTS = 4;

let folder: string;
let server: SpawnedServer;
let secondPort: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-pauses-'));
  secondPort = await freePort();
  server = await spawnServer(folder, [], ['--frontend-port', String(secondPort)]);
  for (const name of ['orders', 'customers']) {
    await server.send('POST', aspectPath(datasetUrn(name), 'datasetProperties'), { name });
  }
  await longestPause();
});
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  const longest = [...pauses].sort((a, b) => b[1] - a[1]);
  const lines = longest.map(([name, ms]) => `${ms.toFixed(0).padStart(6)} ms  ${name}`);
  console.log(`Longest pause per route:\n${lines.join('\n')}`);
});

/** Longest pause by route, of the best attempts. */
const pauses = new Map<string, number>();

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

async function send({ method, path, body, headers = {}, url = server.url }: Sent): Promise<number> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
    // A refused body is not read to its end: the connection may be closed while it is sent.
  }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status ?? 0;
}

/** Longest pause of the server's event loop since the last call, in ms, as the server itself measures it. */
async function longestPause(): Promise<number> {
  const response = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  const text = await response.text();
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
  if (seconds === undefined)
    throw new Error(`The server reports no event loop lag: ${response.status} ${text}`);
  return Number(seconds) * 1000;
}

async function expectNoPause(route: string, what: string, request: Sent, wanted?: number): Promise<void> {
  let best = Infinity;
  let status = 0;
  for (let attempt = 0; attempt < ATTEMPTS && best > LONGEST_MS; attempt++) {
    await longestPause();
    status = await send(request);
    best = Math.min(best, await longestPause());
  }
  pauses.set(route, Math.max(pauses.get(route) ?? 0, best));
  expect.soft(best, `${route}, ${what}: status ${status}`).toBeLessThan(LONGEST_MS);
  expect.soft(status, `${route}, ${what}`).toBeLessThan(500);
  if (wanted !== undefined) expect.soft(status, `${route}, ${what}`).toBe(wanted);
}

const filled = (path: string): string =>
  path
    .replace(':entityName', 'dataset')
    .replace(':aspectName', 'operation')
    .replace(':entity/*', `dataset/${encodeURIComponent(datasetUrn('orders'))}/datasetProperties`)
    .replace(':entity', 'dataset')
    .replace(':traceId', '0'.repeat(32))
    .replace(/:(urn|child|parent|asset)/g, encodeURIComponent(datasetUrn('orders')))
    .replace(':versionSet', encodeURIComponent('urn:li:versionSet:(a,dataset)'))
    .replace(/:\w+/g, 'x')
    .replace('*', 'x');

const REQUESTS = await readDeclaredRequests();
const PATHS = Object.entries(REQUESTS.paths).flatMap(([path, methods]) =>
  Object.keys(methods)
    .filter((method) => ['POST', 'PUT', 'PATCH'].includes(method) && !path.endsWith('graphql'))
    .map((method) => ({ route: `${method} ${path}`, method, path: filled(path) })),
);
const ACTIONS = Object.entries(REQUESTS.actions).flatMap(([resource, actions]) =>
  Object.keys(actions).map((action) => ({
    route: `POST /${resource}?action=${action}`,
    method: 'POST',
    path: `/${resource}?action=${action}`,
  })),
);
const GRAPHQL = { route: 'POST /api/graphql', method: 'POST', path: '/api/graphql' };
const ROUTES = [GRAPHQL, ...PATHS, ...ACTIONS];

/** Members that hold lists or arbitrary values, by prefix of the path. */
const MEMBERS: readonly (readonly [path: RegExp, members: readonly string[]])[] = [
  [/ingestProposal$/, ['proposal']],
  [/ingestProposalBatch/, ['proposals']],
  [/action=ingest$/, ['entity']],
  [/entities\?action=batchIngest/, ['entities', 'systemMetadata']],
  [/usageStats\?action=batchIngest/, ['buckets']],
  [/getTimeseriesStats/, ['metrics', 'buckets', 'filter']],
  [/action=(search|filter|list|scroll)/, ['filter', 'sortCriteria', 'entities', 'input']],
  [/Count/, ['entities', 'urnLike']],
  [/plans/, ['definitions', 'deletions', 'planToken']],
  [/tokens/, ['properties', 'entityTypes', 'name']],
  [/users/, ['urn', 'displayName']],
  [/generic/, ['dataset', 'tag']],
  [/scroll$/, ['urns', 'entities', 'aspects', 'filter', 'sortCriteria']],
  [/v2\/entity\/batch/, ['urns', 'aspectNames']],
  [/trace/, [datasetUrn('orders')]],
  [/audit/, ['entityTypes', 'aspectTypes', 'actorUrns', 'eventTypes']],
  [/datasetProperties/, ['customProperties', 'tags', 'value', 'patch', 'arrayPrimaryKeys']],
  [/graphql/, ['query', 'variables', 'extensions', 'operationName']],
  [/logIn|signUp|Credentials/, ['username', 'password', 'email']],
];

const MEMBER_SHAPES = ['empty objects', 'urns', 'names', 'one long text'];
const GZIP = { 'content-encoding': 'gzip' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TUNNELLED = { ...FORM, 'x-http-method-override': 'GET' };

const ALL_ADMITTED = admitted();
const ALL_REFUSED = refused();
const FOR_MEMBERS = admitted(0.99).filter(({ name }) => MEMBER_SHAPES.includes(name));

/** The texts as the value of each member that the route reads. */
function* bodiesFor(path: string): Generator<HostileText> {
  const members = MEMBERS.filter(([pattern]) => pattern.test(path)).flatMap(([, names]) => names);
  for (const member of members) {
    for (const { name, text } of FOR_MEMBERS) {
      yield { name: `${name} as ${member}`, text: `{${JSON.stringify(member)}:${text}}` };
    }
  }
}

describe('a body', () => {
  const readers = [
    GRAPHQL,
    { route: 'POST /openapi/v3/entity/:entity', method: 'POST', path: '/openapi/v3/entity/dataset' },
    { route: 'POST /aspects?action=ingestProposal', method: 'POST', path: '/aspects?action=ingestProposal' },
  ];

  it.each(readers)(
    'that is too much is refused without a pause, plain and compressed: $route',
    async (reader) => {
      for (const { name, text } of ALL_REFUSED) {
        await expectNoPause(reader.route, name, { ...reader, body: text }, 400);
        await expectNoPause(
          reader.route,
          `${name}, gzip`,
          { ...reader, body: gzipSync(text), headers: GZIP },
          400,
        );
        await expectNoPause(
          reader.route,
          `${name}, deflate`,
          {
            ...reader,
            body: deflateSync(text),
            headers: { 'content-encoding': 'deflate' },
          },
          400,
        );
      }
    },
  );

  it.each(readers)('within the limits is read without a pause: $route', async (reader) => {
    for (const { name, text } of ALL_ADMITTED)
      await expectNoPause(reader.route, name, { ...reader, body: text });
  });

  it('of a form is read without a pause', async () => {
    const reader = { method: 'POST', path: '/aspects?action=ingestProposal', headers: FORM };
    for (const { name, text } of [...ALL_REFUSED, ...ALL_ADMITTED]) {
      await expectNoPause('form', name, { ...reader, body: text });
    }
  });

  it('that is a text within another is read without a pause', async () => {
    for (const { name, text } of [...ALL_REFUSED, ...ALL_ADMITTED]) {
      const aspect = { contentType: 'application/json', value: text.slice(0, MAX_BYTES / 2.2) };
      const entityUrn = datasetUrn('orders');
      const proposal = {
        entityType: 'dataset',
        entityUrn,
        changeType: 'UPSERT',
        aspectName: 'globalTags',
        aspect,
      };
      const [method, path] = ['POST', '/aspects?action=ingestProposal'];
      await expectNoPause(path, `${name} in a text`, { method, path, body: JSON.stringify({ proposal }) });
    }
  });

  it.each(['gzip', 'deflate'])(
    'that unpacks to a thousand times its length is refused: %s',
    async (encoding) => {
      const bomb = (encoding === 'gzip' ? gzipSync : deflateSync)(Buffer.alloc(500 * 1024 * 1024, '['));
      const headers = { 'content-encoding': encoding };
      await expectNoPause('bomb', encoding, { ...GRAPHQL, body: bomb, headers }, 413);
    },
  );

  it('in a million parts is read without a pause', async () => {
    const parts = (async function* (): AsyncGenerator<Buffer> {
      for (let i = 0; i < 300_000; i++) yield await Promise.resolve(Buffer.from(' '));
    })();
    await longestPause();
    const answer = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      body: parts,
      duplex: 'half',
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(answer.status).toBe(400);
    expect(await longestPause()).toBeLessThan(LONGEST_MS);
  });
});

describe('every route', () => {
  it.each(ROUTES)('answers without a pause: $route', async ({ route, method, path }) => {
    for (const { name, text } of ALL_REFUSED.slice(0, 1)) {
      await expectNoPause(route, name, { method, path, body: gzipSync(text), headers: GZIP });
    }
    for (const { name, text } of [...FOR_MEMBERS, ...bodiesFor(path)]) {
      await expectNoPause(route, name, { method, path, body: text });
    }
  });
});

describe('GraphQL', () => {
  it.each(HOSTILE_DOCUMENTS)('answers without a pause: $name', async ({ name, query, variables }) => {
    await expectNoPause(`GraphQL, ${name}`, 'document', {
      ...GRAPHQL,
      body: JSON.stringify({ query, variables }),
    });
  });
});

describe('a query', () => {
  const QUERIES = [
    ['parameters', 'a=b&'.repeat(4_000_000)],
    ['parameters of one name', 'ids=a&'.repeat(90_000)],
    ['elements', `ids=List(${'a,'.repeat(99_000)}a)`],
    ['urns', `ids=List(${Array.from({ length: 12_000 }, (_, i) => `urn%3Ali%3Atag%3A${i}`).join(',')})`],
    ['nested lists', `ids=${'List('.repeat(19)}${'x'.repeat(2_000_000)}${')'.repeat(19)}`],
    ['parentheses', `ids=List(${'('.repeat(45_000)}${')'.repeat(45_000)})`],
    ['encoded twice', `ids=${encodeURIComponent(encodeURIComponent(`List(${'a,'.repeat(90_000)}a)`))}`],
    ['percent signs', `ids=${'%41'.repeat(690_000)}`],
    ['broken percent signs', `ids=${'%4'.repeat(1_000_000)}`],
    ['aspects', `ids=List(urn%3Ali%3Atag%3Aa)&aspects=List(${'tagProperties,'.repeat(90_000)}status)`],
  ] as const;

  it.each(QUERIES)('of Rest.li is read without a pause: %s', async (name, query) => {
    for (const path of ['/entitiesV2', '/entities', '/relationships']) {
      await expectNoPause(path, name, { method: 'POST', path, body: query, headers: TUNNELLED });
    }
  });

  it('of a URL is read without a pause', async () => {
    const getting = Object.entries(REQUESTS.paths).filter(([, methods]) => 'GET' in methods);
    for (const query of [
      'a=b&'.repeat(15_000),
      `query=${'('.repeat(60_000)}`,
      `aspects=${'a,'.repeat(30_000)}`,
    ]) {
      for (const [path] of getting) {
        await expectNoPause(`GET ${path}`, query.slice(0, 10), {
          method: 'GET',
          path: `${filled(path)}?${query}`,
        });
      }
    }
  });
});

describe('nobody', () => {
  it('stops the server, on either port', async () => {
    const strange = { authorization: 'Bearer wrong' };
    const url = `http://127.0.0.1:${secondPort}`;
    for (const { route, method, path } of [GRAPHQL, ...PATHS]) {
      for (const { name, text } of admitted(0.003)) {
        await expectNoPause(`nobody: ${route}`, name, { method, path, body: text, headers: strange });
      }
      const bracket = {
        method,
        path,
        body: gzipSync('['.repeat(MAX_BYTES)),
        headers: { ...strange, ...GZIP },
      };
      await expectNoPause(`nobody: ${route}`, 'brackets, gzip', bracket);
    }
    for (const { name, text } of ALL_REFUSED) {
      await expectNoPause('second port', name, { ...GRAPHQL, body: text, url });
    }
  });
});
