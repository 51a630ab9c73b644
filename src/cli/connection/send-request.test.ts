import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { CatalogClient } from './catalog-client.ts';
import { NoAnswerError, sendRequest } from './send-request.ts';

let server: Server;

/** Starts a server; returns its URL. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => server.close().closeAllConnections());

const get = (url: string, timeoutMs = 60_000) =>
  sendRequest(url, { method: 'GET', headers: { accept: 'text/plain' }, timeoutMs });

describe('a request of the command line', () => {
  it('sends method, headers and body, and returns the answer with any status', async () => {
    const url = await serve((request, response) => {
      response.writeHead(418, { 'x-seen': `${request.method} ${request.headers['content-length']}` });
      request.pipe(response);
    });
    const sent = { method: 'POST', headers: {}, body: 'größer', timeoutMs: 60_000 };
    expect(await sendRequest(url, sent)).toMatchObject({
      status: 418,
      headers: { 'x-seen': 'POST 8' },
      text: 'größer',
    });
  });

  it('unpacks a compressed answer', async () => {
    const text = 'größer'.repeat(100_000);
    const url = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
    });
    expect((await get(url)).text).toBe(text);
  });

  it.each([
    ['compressed', { 'content-encoding': 'gzip' }],
    ['plain', {}],
  ])('fails where a %s answer breaks off', async (_kind, headers) => {
    const packed = gzipSync('long'.repeat(1000));
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': packed.length, ...headers });
      response.write(packed.subarray(0, 5), () => response.destroy());
    });
    await expect(get(url)).rejects.toBeInstanceOf(NoAnswerError);
  });

  it('fails with the reason where nobody listens, and after its time', async () => {
    const url = await serve(() => undefined);
    await expect(get(url, 50)).rejects.toThrow('no answer within 0.05 seconds');
    server.close().closeAllConnections();
    await expect(get(url)).rejects.toThrow(/^connect ECONNREFUSED/);
    await expect(get(url.replace('127.0.0.1', 'localhost'))).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('a client of a catalog', () => {
  it('names the address that a server redirects to', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(301, { location: 'https://catalog.acme.io/gms' }).end(),
    );
    const asked = new CatalogClient({ url, token: 't' }).request('GET', '/config');
    await expect(asked).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('redirects to https://catalog.acme.io/gms'),
    });
  });
});
