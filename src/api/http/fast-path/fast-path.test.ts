import { setImmediate } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answeredByFastify,
  sendBothWays,
  sendPost,
  type SeenAnswer,
  type SentRequest,
} from '../../../../test/support/both-ways.ts';
import {
  TOKEN,
  createMemoryHttpServer,
  type MemoryHttpServer,
} from '../../../../test/support/memory/http-server.ts';
import { currentOrigin, noteCommit, noteWarning } from '../../../auth/audit/request-scope.ts';
import { CatalogError } from '../../../errors.ts';
import type { AnsweredRequest } from '../../../metrics/metrics.ts';
import type { HttpDependencies, LoggedRequest } from '../dependencies.ts';
import { DEFAULT_HTTP_LIMITS } from '../limits/limits.ts';
import { WITH_TOKEN } from '../route-needs.ts';
import type { AnswerPlainPost } from './plain-posts.ts';

const PATH = '/api/graphql';

/** Behaviour of the test route, by request body. */
const ACTS: Readonly<Record<string, () => Promise<string> | string>> = {
  origin: () => JSON.stringify(currentOrigin()),
  write: () => {
    noteCommit(7);
    return 'written';
  },
  warn: () => {
    noteWarning('Zahlen über 9');
    return 'warned';
  },
  refuse: () => {
    throw new CatalogError('UNAVAILABLE', 'The index is unavailable.');
  },
  fail: () => {
    throw new Error('password of the database');
  },
  wait: () => Promise.withResolvers<string>().promise,
};

const answer: AnswerPlainPost = async (_request, body) => {
  const text = await (ACTS[body] ?? (() => `echo ${body}`))();
  return { status: 200, contentType: 'text/plain', body: text };
};

const protocol: FastifyPluginAsync = async (server) => {
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    scope.post(PATH, WITH_TOKEN, async (request, reply) => {
      const { status, contentType, body } = await answer(request, String(request.body), reply.raw);
      return reply.code(status).header('Content-Type', contentType).send(body);
    });
    done();
  });
  server.plainPosts.set(PATH, answer);
};

let server: MemoryHttpServer;
let url: string;
/** Everything that the server has reported about its requests. */
let reported: unknown[];

async function start(overrides: Partial<HttpDependencies> = {}): Promise<void> {
  server = createMemoryHttpServer({
    protocols: [protocol],
    logRequest: (request: LoggedRequest) => reported.push({ ...request, ms: typeof request.ms }),
    logWarnings: (ids, warnings) => reported.push(ids, warnings),
    reportFailure: (failure) => reported.push(failure),
    metrics: {
      contentType: '',
      text: () => Promise.resolve(''),
      requestAnswered: (request: AnsweredRequest) =>
        reported.push({ ...request, seconds: typeof request.seconds }),
    },
    ...overrides,
  });
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(() => (reported = []));
afterEach(() => server.app.close());

const sent = (body: SentRequest['body'], headers: Record<string, string> = {}): SentRequest => ({
  url: url + PATH,
  body,
  headers: { authorization: `Bearer ${TOKEN}`, 'x-request-id': 'r-1', 'user-agent': 'test', ...headers },
});

/** Sends a request both ways, and compares the responses and what the server reports; returns one of them. */
async function compare(
  request: SentRequest,
): Promise<SeenAnswer & { readonly reported: readonly unknown[] }> {
  await answered();
  reported = [];
  const [ordinary, irregular] = await sendBothWays(request, answered);
  const half = reported.length / 2;
  expect(ordinary).toEqual(irregular);
  expect(reported.slice(0, half)).toEqual(reported.slice(half));
  return { ...ordinary, reported: reported.slice(half) };
}

/** The server reports a request after the end of the response. */
const answered = (): Promise<void> => setImmediate();

describe('the fast path', () => {
  it('takes ordinary requests only', async () => {
    await start();
    const by = (request: SentRequest) => answeredByFastify(() => sendPost(request));
    expect(await by(sent(['x']))).toBe(0);
    expect(await by({ ...sent(['x']), url: `${url}/api/gms${PATH}` })).toBe(0);
    expect(await by(sent(['x'], { cookie: 'a=b' }))).toBe(0);
    expect(await by({ ...sent(['x']), url: `${url}${PATH}?a=b` })).toBe(1);
    expect(await by(sent(['x'], { 'x-colophon-sequence': '1' }))).toBe(1);
    expect(await by(sent(['x'], { 'x-colophon-strict': 'true' }))).toBe(1);
    expect(await by(sent(['x'], { 'content-encoding': 'identity' }))).toBe(1);
    expect(await by(sent(['x'], { 'content-type': 'text/plain' }))).toBe(1);
    expect(await by(sent(['x'.repeat(300_000)]))).toBe(1);
  });

  it('leaves forwarded requests of trusted proxies, and traced ones, to Fastify', async () => {
    await start({ trustedProxies: ['127.0.0.1'] });
    const forwarded = sent(['origin'], { 'x-forwarded-for': '203.0.113.7' });
    expect((await compare(forwarded)).body).toContain('203.0.113.7');
    expect(await answeredByFastify(() => sendPost(sent(['origin'])))).toBe(0);
  });

  it.each(['echo', '', 'origin', 'write', 'warn', 'refuse', 'fail'])(
    'answers, logs and measures as Fastify does: %j',
    async (body) => {
      await start();
      const { status, reported } = await compare(sent([body]));
      expect(status).toBe({ refuse: 503, fail: 500 }[body] ?? 200);
      expect(reported.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('reads chunked bodies, including split and invalid characters', async () => {
    await start();
    const umlaut = Buffer.from('aüb');
    expect((await compare(sent([umlaut.subarray(0, 2), umlaut.subarray(2)]))).body).toBe('echo aüb');
    expect((await compare(sent([umlaut.subarray(0, 2)]))).body).toBe('echo a\ufffd');
  });

  it('continues the trace of the caller', async () => {
    await start();
    const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00`;
    const { headers } = await compare(sent(['write'], { traceparent }));
    expect(headers).toContain(`00-${'c'.repeat(32)}-${'ab'.repeat(8)}-00`);
  });

  it('answers 504 when the response takes too long', async () => {
    await start({ limits: { ...DEFAULT_HTTP_LIMITS, answerTimeoutMs: 50 } });
    expect((await compare(sent(['wait']))).status).toBe(504);
  });

  it('answers 504 when the token cannot be looked up in time', async () => {
    const authenticate = () => Promise.withResolvers<never>().promise;
    await start({ authenticate, limits: { ...DEFAULT_HTTP_LIMITS, answerTimeoutMs: 50 } });
    expect((await compare(sent(['echo']))).status).toBe(504);
  });

  it.each([{ authorization: 'Bearer bad' }, { authorization: 'Basic good' }])(
    'refuses %j',
    async (headers) => {
      const events: unknown[] = [];
      await start({ audit: { record: (...event) => events.push(event) } });
      expect((await compare(sent(['echo'], headers))).status).toBe(401);
      expect(events).toHaveLength(2);
      expect(events[0]).toEqual(events[1]);
    },
  );

  it('counts towards the same rate limit', async () => {
    await start({ limits: { ...DEFAULT_HTTP_LIMITS, requestsPerSecond: 1 } });
    for (let i = 0; i < 5; i++) {
      for (const { status } of await sendBothWays(sent(['echo']))) expect(status).toBe(200);
    }
    expect((await compare(sent(['echo']))).status).toBe(429);
  });

  it('refuses a body that exceeds the limit', async () => {
    await start({ limits: { ...DEFAULT_HTTP_LIMITS, bodyBytes: 10 } });
    expect((await compare(sent(['x'.repeat(11)]))).status).toBe(413);
  });

  it('asks clients to close their connections during shutdown', async () => {
    await start({ readiness: { isStopping: true, ask: () => Promise.resolve({ ready: true }) } });
    expect((await compare(sent(['echo']))).headers).toContain('close');
  });
});
