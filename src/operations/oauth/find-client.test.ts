import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { isRedirectUri, isRegistered, scopesIn } from '../../model/access/oauth.ts';
import { addressCheck } from '../webhooks/delivery/receiver-address.ts';
import { configuredClients, fetchDocument, findClient, readDocument } from './find-client.ts';

const ID = 'https://client.example/oauth/client.json';
const DOCUMENT = { client_id: ID, client_name: 'Desk', redirect_uris: ['https://client.example/back'] };

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function serve(answer: RequestListener): Promise<URL> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return new URL(`http://127.0.0.1:${address.port}/client.json`);
}

const LOCAL = { isAllowed: addressCheck(['127.0.0.1']) };

function json(body: string, type = 'application/json', status = 200): RequestListener {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': type, location: '/x' }).end(body);
}

describe('a metadata document', () => {
  it('is fetched from an allowed address', async () => {
    expect(await fetchDocument(await serve(json('{"a":1}')), LOCAL)).toEqual({ a: 1 });
  });

  it.each([
    ['of more than 5 kB', json(JSON.stringify({ a: 'x'.repeat(5_200) }))],
    ['that is HTML', json('{}', 'text/html')],
    ['that is not JSON', json('{')],
    ['behind a redirect', json('{}', 'application/json', 302)],
    ['that is missing', json('{}', 'application/json', 404)],
  ])('%s is refused', async (_what, answer) => {
    await expect(fetchDocument(await serve(answer), LOCAL)).rejects.toThrow('could not be read');
  });

  it('is not fetched from a private network, by number or by name', async () => {
    const requests: string[] = [];
    const url = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    const isAllowed = addressCheck([]);
    await expect(fetchDocument(url, { isAllowed })).rejects.toThrow('not on the public internet');
    const named = new URL(`http://client.example:${url.port}/`);
    await expect(
      fetchDocument(named, {
        isAllowed,
        lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      }),
    ).rejects.toThrow('could not be read');
    expect(requests).toEqual([]);
  });

  it('describes a public client', () => {
    expect(readDocument(ID, DOCUMENT)).toEqual({
      id: ID,
      name: 'Desk',
      redirectUris: ['https://client.example/back'],
    });
  });

  it.each([
    [null],
    [[]],
    [{ ...DOCUMENT, client_id: `${ID}x` }],
    [{ ...DOCUMENT, redirect_uris: [] }],
    [{ ...DOCUMENT, redirect_uris: [1] }],
    [{ ...DOCUMENT, redirect_uris: 'https://client.example/back' }],
    [{ ...DOCUMENT, token_endpoint_auth_method: 'client_secret_basic' }],
  ])('is refused: %j', (document) => {
    expect(() => readDocument(ID, document)).toThrow('The client is unknown');
  });

  it.each([
    ['http://client.example/x'],
    ['https://client.example'],
    ['https://client.example/'],
    ['https://client.example/a/../b'],
    ['https://user@client.example/x'],
    ['https://client.example/x#y'],
    ['https://CLIENT.example/x'],
    ['https://other.example/x'],
    ['desk2'],
    [''],
  ])('is not at %j', async (id) => {
    const parts = {
      configured: configuredClients(['desk=https://a/b']),
      hosts: ['client.example'],
      ...LOCAL,
    };
    await expect(findClient(id, parts)).rejects.toThrow('The client is unknown. It is neither');
  });
});

describe('a redirect address', () => {
  it.each([
    ['https://a.example/b', true],
    ['http://localhost:1/b', true],
    ['http://[::1]:1/b', true],
    ['http://a.example/b', false],
    ['http://127.0.0.1.evil.example/', false],
    ['https://user:pass@a.example/', false],
    ['https://a.example/#b', false],
    ['https://a.example/#', false],
    ['app:/b', false],
    // Such a host would end the list of hosts in the content security policy of the consent page.
    ['https://a.example;sandbox/', false],
    ['https://a.example,b/', false],
  ])('%s: %s', (text, isOne) => {
    expect(isRedirectUri(text)).toBe(isOne);
  });

  it.each([
    ['http://127.0.0.1:1/b', 'http://127.0.0.1:65000/b', true],
    ['http://localhost/b', 'http://localhost:3000/b', true],
    ['http://localhost/b', 'http://127.0.0.1:3000/b', false],
    ['http://127.0.0.1/b', 'http://127.0.0.1/c', false],
    ['http://127.0.0.1/b', 'http://127.0.0.1/b?c', false],
    ['https://a.example/b', 'https://a.example:8443/b', false],
    ['https://a.example/b', 'https://a.example/B', false],
  ])('registered as %s, asked as %s: %s', (known, asked, isSame) => {
    expect(isRegistered({ redirectUris: [known] }, asked)).toBe(isSame);
  });
});

it.each([
  ['', ['read']],
  ['write', ['read', 'write']],
  ['define read', ['read', 'write', 'define']],
  ['offline_access', ['read']],
])('the scopes %j are %j', (text, scopes) => {
  expect(scopesIn(text)).toEqual(scopes);
});
