import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { DEFAULT_HTTP_LIMITS } from '../limits/limits.ts';
import { FORWARDED, forwardedRequests, leaveClosingToThreads } from './forwarded-requests.ts';

it('leaves it to the thread to close a connection on which more of a body is to come', async () => {
  const app = fastify({ bodyLimit: 1_000 });
  leaveClosingToThreads(app);
  app.post('/', () => 'read');
  await app.ready();
  const path = `\0colophon-test-${randomUUID()}`;
  const server = forwardedRequests(app, DEFAULT_HTTP_LIMITS, 'secret').listen({ path });
  await once(server, 'listening');
  const socket = connect({ path }).setEncoding('utf8');
  const ask = async (length: number): Promise<string> => {
    const headers = [`${FORWARDED.secret}: secret`, 'host: x', 'content-type: application/json'];
    socket.write(['POST / HTTP/1.1', ...headers, `content-length: ${length}`, '', ''].join('\r\n'));
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
  server.close();
  await once(server, 'close');
  await app.close();
});
