import { afterEach, describe, expect, it, vi } from 'vitest';
import { jsonNames } from '../../../test/support/json-at.ts';
import {
  ask,
  createMemoryHttpServer,
  type MemoryHttpServer,
} from '../../../test/support/memory/http-server.ts';
import { DEFAULT_HTTP_LIMITS } from './limits/limits.ts';

let server: MemoryHttpServer;
const start = (...options: Parameters<typeof createMemoryHttpServer>): MemoryHttpServer => {
  server = createMemoryHttpServer(...options);
  return server;
};

afterEach(() => server.app.close());

const FILLING = { message: 'The index is being rebuilt.', kind: 'INDEX_FILLING' } as const;

describe('authentication', () => {
  it.each(['/openapi/v3/entity/dataset', '/nothing', '/openapi/v3/api-docs'])(
    'refuses %s without a token',
    async (url) => {
      const { app } = start();
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json()).toEqual({
        error: 'Unauthorized',
        message: 'The access token is missing or unknown.',
        status: 401,
      });
    },
  );

  it.each(['Bearer bad', 'Bearer', 'Basic good', 'good', ''])(
    'refuses the header %j',
    async (authorization) => {
      const { app } = start();
      expect((await app.inject({ url: '/config', headers: { authorization } })).statusCode).toBe(401);
    },
  );

  it('runs before the body is read', async () => {
    const { app } = start();
    const headers = { 'content-type': 'application/json' };
    const url = '/openapi/v3/entity/dataset';
    const answer = await app.inject({ method: 'POST', url, headers, payload: '{' });
    expect(answer.statusCode).toBe(401);
  });

  it.each([
    '/',
    '/login',
    '/health',
    '/health/ready',
    '/openapi/swagger-ui',
    '/openapi/swagger-ui/swagger-ui.css',
    '/assets/colophon.css',
  ])('leaves %s open', async (url) => {
    const { app } = start();
    expect((await app.inject({ url })).statusCode).toBe(200);
  });
});

describe('base paths', () => {
  it.each(['/gms', '/api/gms'])('answers everything under %s too', async (base) => {
    start();
    expect((await ask(server, 'GET', `${base}/health`)).json).toEqual({ status: 'UP' });
    expect((await ask(server, 'GET', `${base}/config?x=1`)).status).toBe(200);
    expect((await ask(server, 'GET', base)).headers['content-type']).toContain('text/html');
  });

  it('does not match other names', async () => {
    start();
    expect((await ask(server, 'GET', '/gmsx/health')).status).toBe(404);
  });
});

describe('errors', () => {
  it('name an unknown endpoint, without its query', async () => {
    start();
    const answer = await ask(server, 'GET', '/x?token=secret');
    expect(answer.status).toBe(404);
    expect(answer.at('error')).toBe('No endpoint GET /x');
    expect(answer.text).not.toContain('secret');
  });

  it.each([
    '/openapi/v3/entity/dataset/%',
    '/openapi/v3/entity/dataset/%ff',
    '/openapi/v3/entity/dataset?x=%zz',
    '/%',
  ])('refuses broken percent-encoding in %s', async (url) => {
    start();
    const answer = await ask(server, 'GET', url);
    expect(answer.status).toBe(400);
    expect(jsonNames(answer.json)).toEqual(['error', 'message', 'problems']);
  });

  it.each([['{'], ['[1,]'], ['{"a":NaN}'], ['\ufeff\ufeff{}']])('reject %s as invalid JSON', async (body) => {
    start();
    const answer = await ask(server, 'POST', '/openapi/v3/entity/dataset', body);
    expect(answer.status).toBe(400);
    expect(answer.at('error')).toBe('Invalid JSON format');
  });

  it('refuses a body that is not UTF-8', async () => {
    const { app } = start();
    const answer = await app.inject({
      method: 'POST',
      url: '/openapi/v3/entity/dataset',
      headers: { authorization: 'Bearer good', 'content-type': 'application/json' },
      payload: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('UTF-8');
  });

  it('refuses a number that would be rounded', async () => {
    start();
    const answer = await ask(server, 'POST', '/openapi/v3/entity/dataset', '[{"urn": 9007199254740993}]');
    expect(answer.status).toBe(400);
    expect(answer.at('message')).toContain('9007199254740993');
  });

  it('refuses a body that is too long, and names the limit', async () => {
    start({ limits: { ...DEFAULT_HTTP_LIMITS, bodyBytes: 100 } });
    const answer = await ask(server, 'POST', '/openapi/v3/entity/dataset', `"${'x'.repeat(200)}"`);
    expect(answer.status).toBe(413);
    expect(answer.at('message')).toContain('100 bytes');
  });

  it('answers 504 to a request that takes too long', async () => {
    const { catalog } = start({ limits: { ...DEFAULT_HTTP_LIMITS, answerTimeoutMs: 50 } });
    const late = Promise.withResolvers<never>();
    vi.spyOn(catalog.query, 'search').mockReturnValue(late.promise);
    const answer = await ask(server, 'GET', '/openapi/v3/entity/dataset');
    expect(answer.status).toBe(504);
    expect(answer.at('message')).toContain('50 ms');
    late.reject(new Error('late result'));
    expect((await ask(server, 'GET', '/health')).status).toBe(200);
    expect(server.failures).toEqual([]);
  });

  it('answers client errors of the framework as client errors', async () => {
    start();
    const headers = { authorization: 'Bearer good' };
    const answer = await server.app.inject({ method: 'QUERY', url: '/nothing', headers });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) });
    expect(server.failures).toEqual([]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
    'refuses a body of %s',
    async (type) => {
      start();
      const answer = await ask(server, 'POST', '/openapi/v3/entity/dataset', '[]', { 'content-type': type });
      expect(answer.status).toBe(415);
      expect(answer.at('message')).toContain('application/json');
    },
  );

  it('hides and reports internal errors', async () => {
    const error = new Error('password of the database');
    start({
      readiness: { isStopping: false, ask: () => Promise.reject(error) },
    });
    const answer = await ask(server, 'GET', '/health/ready?token=secret');
    expect(answer.status).toBe(500);
    expect(answer.at('error')).toBe('Internal server error occurred');
    expect(answer.text).not.toContain('password');
    expect(answer.at('message')).toContain(answer.at('requestId'));
    expect(server.failures).toEqual([
      { requestId: answer.at('requestId'), method: 'GET', path: '/health/ready', error },
    ]);
  });

  it('answers 405 with the allowed methods', async () => {
    start();
    const answer = await ask(server, 'PUT', '/openapi/v3/entity/dataset', '{');
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD, POST, PATCH');
    const urn = '/openapi/v2/entity/tag/urn:li:tag:a';
    expect((await ask(server, 'POST', urn, {})).headers['allow']).toBe('GET, HEAD, DELETE');
  });
});

describe('routes of the server itself', () => {
  it('describes the server to clients', async () => {
    start();
    expect((await ask(server, 'GET', '/config')).json).toMatchObject({
      noCode: 'true',
      statefulIngestionCapable: true,
      versions: { 'acryldata/datahub': { version: 'v1.7.0', commit: 'abc' } },
    });
  });

  it('reports that the server is not ready, and why', async () => {
    const down = { ready: false, reason: 'The index is being rebuilt.', problems: [FILLING] } as const;
    start({ readiness: { isStopping: false, ask: () => Promise.resolve(down) } });
    const answer = await ask(server, 'GET', '/health/ready');
    expect(answer.status).toBe(503);
    expect(answer.at('message')).toBe('The index is being rebuilt.');
    expect(answer.at('problems')).toEqual([FILLING]);
    expect((await ask(server, 'GET', '/health')).status).toBe(200);
  });

  it('is neither ready nor healthy during shutdown, and closes connections', async () => {
    const down = { ready: false, reason: 'The server is stopping.', problems: [] } as const;
    start({ readiness: { isStopping: true, ask: () => Promise.resolve(down) } });
    expect((await ask(server, 'GET', '/health/ready')).status).toBe(503);
    expect((await ask(server, 'GET', '/health')).status).toBe(503);
    const answer = await ask(server, 'GET', '/config');
    expect(answer.status).toBe(200);
    expect(answer.headers['connection']).toBe('close');
  });

  it('waits for the sequence that a request names, before authentication', async () => {
    const reached: number[] = [];
    start({
      reach: (sequence) => {
        reached.push(sequence);
        return Promise.resolve();
      },
    });
    await ask(server, 'GET', '/config', undefined, {
      'x-colophon-sequence': '17',
      authorization: 'Bearer bad',
    });
    expect(reached).toEqual([17]);
    for (const header of ['', '-1', '1.5', 'x', '9'.repeat(17)]) {
      const answer = await ask(server, 'GET', '/config', undefined, { 'x-colophon-sequence': header });
      expect(answer.status).toBe(400);
      expect(answer.at('message')).toContain('X-Colophon-Sequence must be a sequence number');
    }
    expect(reached).toEqual([17]);
  });

  it('exchanges a login code once, and only by POST', async () => {
    start();
    await ask(server, 'GET', '/login?token=code');
    await ask(server, 'HEAD', '/login?token=code');
    expect((await ask(server, 'POST', '/login', { code: 'code' })).json).toEqual({ token: 'good' });
    const again = await ask(server, 'POST', '/login', { code: 'code' });
    expect(again.status).toBe(401);
    expect(again.at('message')).toContain('has been used');
  });

  it.each([[{}], [{ code: 1 }], [[]], ['null']])('refuses %j as a login', async (body) => {
    start();
    expect((await ask(server, 'POST', '/login', body)).status).toBe(400);
  });

  it('serves pages that run no inline script and load nothing from elsewhere', async () => {
    start();
    for (const url of ['/', '/login', '/openapi/swagger-ui']) {
      const page = await ask(server, 'GET', url);
      expect(page.headers['content-security-policy']).toContain("script-src 'self';");
      expect(page.headers['x-frame-options']).toBe('DENY');
      expect(page.headers['x-content-type-options']).toBe('nosniff');
      expect(page.text).not.toMatch(/<script(?![^>]* src=)/);
      expect(page.text).not.toMatch(/https?:\/\//);
    }
  });

  it('redirects all addresses of the API browser to the canonical one', async () => {
    start();
    for (const url of ['/openapi/swagger-ui/', '/openapi/swagger-ui/index.html']) {
      const answer = await ask(server, 'GET', url);
      expect(new URL(String(answer.headers['location']), `http://x${url}`).pathname).toBe(
        '/openapi/swagger-ui',
      );
    }
  });
});
