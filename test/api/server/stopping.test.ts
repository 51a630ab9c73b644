import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startServer } from '../../support/start-server.ts';

const BODY = JSON.stringify({ query: '{ __typename }' });
/** Longer than the time limit of the test. */
const NEVER = 10 * 60_000;

/** Prevents the servers of this process from closing idle connections by themselves. */
function keepIdle(message: unknown): void {
  const { server } = message as { readonly server: Server };
  server.keepAliveTimeout = NEVER;
}

/** A connection with a half-sent request that the server has started to read. */
async function begun(port: number, token: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /api/graphql HTTP/1.1',
    'Host: localhost',
    'Connection: keep-alive',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    // The response to it shows that the request has reached a thread.
    'Expect: 100-continue',
    `Content-Length: ${BODY.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${BODY.slice(0, 5)}`);
  expect(String(await once(socket, 'data'))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  return socket;
}

it.each([
  ['by one thread', '0'],
  ['by several threads', '2'],
])('closes a kept connection once its last request is answered, read %s', async (_, readers) => {
  subscribe('http.server.request.start', keepIdle);
  const frontendPort = await freePort();
  const options = { readers, frontendPort, 'limits.answerTimeout': '30m' };
  const server = await startServer({ onDisk: true, options });
  const ports = [Number(new URL(server.url).port), frontendPort];
  const kept = await Promise.all([...ports, ...ports, ...ports].map((port) => begun(port, server.token)));
  const stopping = server.stop();
  await setImmediate();
  const answers = kept.map((socket) => text(socket));
  for (const socket of kept) socket.write(BODY.slice(5));
  // Ends when the server closes the connection.
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200 /);
  await stopping;
  unsubscribe('http.server.request.start', keepIdle);
});
