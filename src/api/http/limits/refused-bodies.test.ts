import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { discardRefusedBodies, type DiscardLimits } from './refused-bodies.ts';

const MIB = 1024 ** 2;
const PART = Buffer.alloc(64 * 1024, ' ');

let app: FastifyInstance;
let client: Socket;
afterEach(async () => {
  client.destroy();
  await app.close();
});

/** A client of a server that takes bodies of 1 KiB. It has sent the headers, and reads nothing yet. */
async function connected(limits: DiscardLimits, headers: string): Promise<void> {
  app = fastify({ bodyLimit: 1024 });
  discardRefusedBodies(app, limits);
  app.post('/', () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  client.on('error', () => undefined);
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`);
}

/** Sends so many bytes, before which the server may close the connection. Returns how many it could send. */
async function send(bytes: number, form: (part: Buffer) => Buffer = (part) => part): Promise<number> {
  let sent = 0;
  while (sent < bytes && !client.destroyed) {
    const isRoomy = client.write(form(PART));
    if (!isRoomy) await new Promise((resolve) => client.once('drain', resolve).once('close', resolve));
    sent += PART.length;
  }
  return sent;
}

async function answer(): Promise<string> {
  let text = '';
  client.on('data', (chunk: Buffer) => (text += chunk.toString()));
  if (!client.closed) await new Promise((resolve) => client.once('close', resolve));
  return text;
}

const asChunk = (part: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);

describe('the body of a request that is refused before it has arrived', () => {
  const ROOMY = { bytes: 64 * MIB, ms: 60_000 };

  it.each([
    ['a length', `Content-Length: ${32 * MIB}`, undefined, ''],
    ['chunks', 'Transfer-Encoding: chunked', asChunk, '0\r\n\r\n'],
  ])('is read to its end, so that the answer arrives: with %s', async (_what, headers, form, end) => {
    await connected(ROOMY, headers);
    expect(await send(32 * MIB, form)).toBe(32 * MIB);
    client.write(end);
    expect(await answer()).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is cut off at a number of bytes', async () => {
    await connected({ bytes: MIB, ms: 60_000 }, `Content-Length: ${1024 * MIB}`);
    expect(await send(1024 * MIB)).toBeLessThan(64 * MIB);
  });

  it('is cut off after a time without an end', async () => {
    await connected({ bytes: MIB, ms: 1 }, `Content-Length: ${MIB}`);
    expect(await answer()).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is not waited for when the server stops', async () => {
    await connected(ROOMY, `Content-Length: ${MIB}`);
    await once(client, 'readable');
    await app.close();
    expect(await answer()).toMatch(/^HTTP\/1\.1 413 /);
  });
});
