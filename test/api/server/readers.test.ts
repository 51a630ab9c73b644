import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, request as sendRequest } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetUrn } from '../../support/catalog-client.ts';
import { effort } from '../../support/effort.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, policy, userUrn, writeAspect } from '../../support/test-actors.ts';

const READERS = 2;
const CONNECTIONS = 16;

let server: TestServer;
/** Threads that this process has started. */
const workers: Worker[] = [];
/** Those that read. */
const readers: Worker[] = [];
const note = (message: unknown): void => {
  workers.push((message as { readonly worker: Worker }).worker);
};

beforeAll(async () => {
  subscribe('worker_threads', note);
  server = await startServer({ onDisk: true, options: { readers: String(READERS) } });
  // The last ones that the start needs; threads that merge segments may follow.
  readers.push(...workers.slice(-READERS));
});
afterAll(async () => {
  unsubscribe('worker_threads', note);
  await server.stop();
});

interface SeenAnswer {
  readonly status: number;
  // The tests assert the shape of the response.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
  /** The part of the request id that names the answering thread. */
  readonly thread: string;
}

/** Separate connections: the operating system distributes them among the threads. */
const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
afterAll(() => {
  for (const agent of agents) agent.destroy();
});

/** Posts over one of the connections. */
function post(connection: number, path: string, body: unknown, token = server.token): Promise<SeenAnswer> {
  const agent = agents[connection % CONNECTIONS];
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = sendRequest(server.url + path, { method: 'POST', headers, agent }, (answer) => {
      textOf(answer).then((body) => {
        const thread = String(answer.headers['x-request-id']).split('-')[0] ?? '';
        resolve({ status: answer.statusCode ?? 0, json: JSON.parse(body), thread });
      }, reject);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}

const query = (
  connection: number,
  document: string,
  variables: object = {},
  token?: string,
): Promise<SeenAnswer> => post(connection, '/api/graphql', { query: document, variables }, token);

const upsert = (connection: number, urn: string, value: object): Promise<SeenAnswer> =>
  post(connection, '/openapi/v3/entity/dataset?async=false', [{ urn, ...value }]);

describe('threads that read', () => {
  it('answer HTTP/1.0 requests without Host, as health checks send them', async () => {
    const { hostname, port } = new URL(server.url);
    for (let i = 0; i < CONNECTIONS; i++) {
      const socket = connect(Number(port), hostname);
      socket.write('GET /health HTTP/1.0\r\n\r\n');
      expect((await textOf(socket)).split('\r\n')[0]).toMatch(/^HTTP\/1\.[01] 200 /);
    }
  });

  it('share the connections', async () => {
    const answers = await Promise.all(agents.map((_, i) => query(i, '{ __typename }')));
    expect(new Set(answers.map(({ thread }) => thread)).size).toBeGreaterThan(1);
  });

  it('see every previously acknowledged write', async () => {
    const writes = effort(300);
    let begun = 0;
    const stale: string[] = [];
    const work = async (connection: number): Promise<void> => {
      for (let n = begun++; n < writes; n = begun++) {
        const urn = datasetUrn(`seen_${n}`);
        const description = `word${n}word`;
        expect(
          (await upsert(connection, urn, { datasetProperties: { value: { description } } })).status,
        ).toBe(200);
        const [stored, found] = await Promise.all([
          query(
            connection + 5,
            'query q($urn: String!) { dataset(urn: $urn) { properties { description } } }',
            { urn },
          ),
          query(
            connection + 9,
            'query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }',
            { input: { query: description, types: ['DATASET'], count: 1 } },
          ),
        ]);
        if (stored.json.data.dataset?.properties?.description !== description)
          stale.push(`${urn} in the store`);
        if (found.json.data.searchAcrossEntities.total !== 1) stale.push(`${urn} in the index`);
      }
    };
    await Promise.all(agents.map((_, i) => work(i)));
    expect(stale).toEqual([]);
  });

  it('drop revoked tokens and withdrawn rights at once', async () => {
    const actor = await addActor(server, 'reader');
    const everywhere = (): Promise<readonly SeenAnswer[]> =>
      Promise.all(
        agents.map((_, i) => query(i, '{ me { platformPrivileges { manageIngestion } } }', {}, actor.token)),
      );
    const grant = { privileges: ['MANAGE_INGESTION'], actors: { users: [userUrn('reader')] } };
    for (const state of ['ACTIVE', 'INACTIVE', 'ACTIVE'] as const) {
      const value = policy({ ...grant, type: 'PLATFORM', state });
      await writeAspect(server, 'urn:li:dataHubPolicy:seeing', 'dataHubPolicyInfo', value);
      for (const { json } of await everywhere()) {
        expect(json.data.me.platformPrivileges.manageIngestion).toBe(state === 'ACTIVE');
      }
    }
    const listed = await server.request('GET', '/api/colophon/v1/tokens');
    const [token] = listed.json.tokens.filter(
      (one: { actorUrn: string }) => one.actorUrn === userUrn('reader'),
    );
    const revoked = await server.request('DELETE', `/api/colophon/v1/tokens/${token.id}`);
    expect(revoked.status, revoked.text).toBeLessThan(300);
    for (const { status } of await everywhere()) expect(status).toBe(401);
  });

  it('continue a ranked scroll of another thread', async () => {
    for (let n = 0; n < 30; n++) {
      await upsert(n, datasetUrn(`scrolled_${n}`), {
        datasetProperties: { value: { description: 'scrollable' } },
      });
    }
    const document =
      'query q($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { nextScrollId searchResults { entity { urn } } } }';
    const found = new Set<string>();
    let scrollId: string | undefined;
    for (let page = 0; page === 0 || scrollId !== undefined; page++) {
      const input = { query: 'scrollable', types: ['DATASET'], count: 4, scrollId };
      const { json } = await query(page * 3, document, { input });
      expect(json.errors).toBeUndefined();
      for (const { entity } of json.data.scrollAcrossEntities.searchResults) found.add(entity.urn);
      scrollId = json.data.scrollAcrossEntities.nextScrollId ?? undefined;
      // Not in the snapshot of the scroll.
      await upsert(page, datasetUrn(`later_${page}`), {
        datasetProperties: { value: { description: 'scrollable' } },
      });
    }
    expect([...found].filter((urn) => urn.includes('scrolled_'))).toHaveLength(30);
    expect([...found].filter((urn) => urn.includes('later_'))).toEqual([]);
  });

  it('pass requests on that only the main thread can answer', async () => {
    const answers = await Promise.all(
      agents.map((_, i) => query(i, '{ listAccessTokens(input: {}) { total } }')),
    );
    for (const { json } of answers) expect(json.data.listAccessTokens.total).toBeGreaterThanOrEqual(0);
    const made = await Promise.all(
      agents.map((_, i) =>
        query(i, 'mutation m($input: CreateTagInput!) { createTag(input: $input) }', {
          input: { id: `made-${i}`, name: `made ${i}` },
        }),
      ),
    );
    for (const [i, { json }] of made.entries()) expect(json.data.createTag).toBe(`urn:li:tag:made-${i}`);
  });

  it('are shown together in the metrics', async () => {
    const count = async (): Promise<number> => {
      const { text } = await server.request('GET', '/metrics');
      const line =
        /^colophon_http_request_seconds_count\{method="POST",route="\/api\/graphql",status="200"\} (\d+)$/m;
      return Number(line.exec(text)?.[1]);
    };
    const before = await count();
    await Promise.all(agents.map((_, i) => query(i, '{ __typename }')));
    expect(await count()).toBe(before + CONNECTIONS);
  });

  it('are replaced when they die', async () => {
    const before = workers.length;
    await Promise.all(readers.map((worker) => worker.terminate()));
    // Requests in a dead thread are lost; a retry succeeds.
    const again = await Promise.all(
      agents.map((_, i) => query(i, '{ __typename }').catch(() => query(i, '{ __typename }'))),
    );
    for (const { status } of again) expect(status).toBe(200);
    await expect.poll(() => workers.length - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(READERS);
    const urn = datasetUrn('after_the_death');
    await upsert(0, urn, { datasetProperties: { value: { description: 'alive' } } });
    const answers = await Promise.all(
      agents.map((_, i) => query(i, 'query q($urn: String!) { dataset(urn: $urn) { urn } }', { urn })),
    );
    for (const { json } of answers) expect(json.data.dataset.urn).toBe(urn);
  });
});

it('are refused if unsupported', async () => {
  const options = { memory: 'true', readers: '2' };
  await expect(startServer({ options })).rejects.toThrow(
    'readers must be 0 or auto, not 2: a catalog in memory can be read by one thread only.',
  );
});

it('count the requests of an actor together', async () => {
  const limited = await startServer({
    onDisk: true,
    options: { readers: '2', 'limits.requestsPerSecond': '1' },
  });
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        limited.request('POST', '/api/graphql', { query: '{ __typename }' }, { connection: 'close' }),
      ),
    );
    const allowed = answers.filter(({ status }) => status === 200).length;
    // A burst of ten, plus one for each elapsed second.
    expect(allowed).toBeGreaterThanOrEqual(10);
    expect(allowed).toBeLessThan(25);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - allowed);
  } finally {
    await limited.stop();
  }
});

it('no thread executes a write that has timed out', async () => {
  const impatient = await startServer({
    onDisk: true,
    options: { readers: String(READERS), 'limits.answerTimeout': '3s' },
  });
  const { hostname, port } = new URL(impatient.url);
  /** Sends the head of a request, waits for its refusal, and sends the body. */
  const late = async (path: string, body: string): Promise<string | undefined> => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${impatient.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const [refusal] = (await once(socket, 'data')) as [Buffer];
    socket.write(body);
    await impatient.request('GET', '/health');
    socket.destroy();
    return String(refusal).split(' ')[1];
  };
  const attempts = Array.from({ length: CONNECTIONS }, async (_, i) => {
    const urn = `urn:li:tag:late${i}`;
    const isOpenapi = i % 4 === 0;
    const status = isOpenapi
      ? await late('/openapi/v3/entity/tag', JSON.stringify([{ urn, status: { value: { removed: false } } }]))
      : await late(
          '/api/graphql',
          JSON.stringify({ query: `mutation { createTag(input: { id: "late${i}", name: "late" }) }` }),
        );
    const found = await impatient.request('GET', `/openapi/v3/entity/tag/${urn}`);
    return [status, found.status];
  });
  for (const attempt of await Promise.all(attempts)) expect(attempt).toEqual(['504', 404]);
  await impatient.stop();
});
