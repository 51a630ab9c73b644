import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { DEFAULT_HTTP_LIMITS } from '../limits/limits.ts';
import { Forwarder } from './forward.ts';
import { FORWARDED, forwardedRequests, leaveClosingToThreads } from './forwarded-requests.ts';

/** Starts a main thread's server for a route that reads up to a thousand bytes, and one that refuses headers. */
async function startMain(): Promise<AsyncDisposable & { readonly path: string }> {
  const app = fastify({ bodyLimit: 1_000 });
  leaveClosingToThreads(app);
  app.post('/', () => 'read');
  app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send() }, () => 'read');
  await app.ready();
  const path = `\0colophon-test-${randomUUID()}`;
  const server = forwardedRequests(app, DEFAULT_HTTP_LIMITS, 'secret').listen({ path });
  await once(server, 'listening');
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
      await app.close();
    },
  };
}

/** Request line and headers of a request with a JSON body of this length, in bytes. */
function headOf(path: string, length: number, ...more: readonly string[]): string {
  const headers = ['host: x', 'content-type: application/json', `content-length: ${length}`, ...more];
  return [`POST ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}

it('leaves closing a connection with an incomplete body to the thread', async () => {
  await using main = await startMain();
  const { path } = main;
  const socket = connect({ path }).setEncoding('utf8');
  const ask = async (length: number): Promise<string> => {
    socket.write(headOf('/', length, `${FORWARDED.secret}: secret`));
    if (length <= 1_000) socket.write('1'.repeat(length));
    return String(await once(socket, 'data'));
  };
  const refused = (await ask(2_000)).toLowerCase();
  expect(refused).toContain('http/1.1 413');
  expect(refused).toContain(`${FORWARDED.closes}: true`);
  expect(refused).not.toContain('connection: close');
  socket.write('1'.repeat(2_000));
  expect(await ask(10)).toContain('HTTP/1.1 200');
  socket.destroy();
});

/** Time in which clients may send the rest of a refused request. */
const LONGER_THAN_A_TEST_MS = 10 * 60_000;

/** Starts a thread that passes everything on to this main thread's server. */
async function startThread(path: string): Promise<AsyncDisposable & { readonly port: number }> {
  const forwarder = new Forwarder({ path, secret: 'secret' }, LONGER_THAN_A_TEST_MS);
  const thread = createServer((request, response) => forwarder.forward(request, response)).listen();
  await once(thread, 'listening');
  return {
    // A server that listens on a port has an address of this shape.
    port: (thread.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      forwarder.close();
      thread.close();
      await once(thread, 'close');
    },
  };
}

it('drains the rest of a body that was refused by its headers', async () => {
  await using main = await startMain();
  await using thread = await startThread(main.path);
  const socket = connect(thread.port).setEncoding('utf8');
  socket.write(headOf('/refused', 3_000_000));
  expect(String(await once(socket, 'data'))).toContain('HTTP/1.1 401');
  socket.write('1'.repeat(3_000_000));
  socket.write(`${headOf('/', 1)}1`);
  expect(String(await once(socket, 'data'))).toContain('HTTP/1.1 200');
  socket.destroy();
});

it('closes the connection of a client after the whole of a refused request', async () => {
  await using main = await startMain();
  await using thread = await startThread(main.path);
  const socket = connect(thread.port).setEncoding('utf8');
  // More than the buffers of a connection hold.
  const body = Buffer.alloc(32 * 2 ** 20, '1');
  socket.write(headOf('/', body.length));
  const refused = String(await once(socket, 'data')).toLowerCase();
  expect(refused).toContain('http/1.1 413');
  expect(refused).toContain('connection: close');
  const ends = once(socket, 'end');
  socket.end(body);
  await ends;
  expect(socket.bytesWritten).toBeGreaterThan(body.length);
  expect(socket.writableFinished).toBe(true);
});
