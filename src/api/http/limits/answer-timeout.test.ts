import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { TOKEN, createMemoryHttpServer } from '../../../../test/support/memory/http-server.ts';
import { TOKEN as ANY_TOKEN } from '../../../operations/needs.ts';
import { defineInternal, type InternalOperation } from '../../../operations/operation.ts';
import { nextTurnOfRead } from '../../../util/concurrency/cancellation.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { requesterOf } from '../request-context.ts';
import { WITH_TOKEN } from '../route-needs.ts';
import { DEFAULT_HTTP_LIMITS } from './limits.ts';

const PATH = '/work';

/** Endless work in steps, which ends when it is cancelled or when the test ends it. */
class Work {
  readonly begun = Promise.withResolvers<undefined>();
  readonly ended = Promise.withResolvers<'stopped' | 'done'>();
  mayEnd = false;
  readonly #effect: 'read' | 'write';

  constructor(effect: 'read' | 'write') {
    this.#effect = effect;
  }

  get operation(): InternalOperation<undefined, undefined, string> {
    return defineInternal({
      name: 'endless',
      effect: this.#effect,
      needs: ANY_TOKEN,
      run: async () => {
        this.begun.resolve(undefined);
        try {
          while (!this.mayEnd) await nextTurnOfRead();
          this.ended.resolve('done');
          return 'done';
        } catch (error) {
          this.ended.resolve('stopped');
          throw error;
        }
      },
    });
  }
}

let app: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** A server with one route that does the work: GET by Fastify, POST by the fast path. */
async function serve(
  { operation }: Work,
  answerTimeoutMs: number = DEFAULT_HTTP_LIMITS.answerTimeoutMs,
): Promise<void> {
  app = createMemoryHttpServer({
    limits: { ...DEFAULT_HTTP_LIMITS, answerTimeoutMs },
    protocols: [
      (server) => {
        server.get(PATH, WITH_TOKEN, (request) => requesterOf(request).run(operation, undefined));
        server.post(PATH, WITH_TOKEN, () => 'rejected by the fast path');
        server.plainPosts.set(PATH, async ({ requester }) => {
          const body = await requester?.run(operation, undefined);
          return { status: 200, contentType: 'text/plain', body: body ?? '' };
        });
        return Promise.resolve();
      },
    ],
  }).app;
  await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Sends a request; returns its connection. */
function ask(method: 'GET' | 'POST'): Socket {
  const address = app.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const headers = [
    'Host: x',
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    'Content-Length: 2',
  ];
  socket.write(`${method} ${PATH} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{}`);
  return socket;
}

describe.each(['GET', 'POST'] as const)('work of a %s', (method) => {
  it('ends when its client disconnects, if it reads', async () => {
    const work = new Work('read');
    await serve(work);
    const client = ask(method);
    await work.begun.promise;
    client.destroy();
    expect(await work.ended.promise).toBe('stopped');
  });

  it('ends when it times out, if it reads', async () => {
    const work = new Work('read');
    await serve(work, 1);
    ask(method);
    expect(await work.ended.promise).toBe('stopped');
  });

  it('runs to completion, if it writes', async () => {
    const work = new Work('write');
    await serve(work);
    const client = ask(method);
    await work.begun.promise;
    client.destroy();
    await new Promise((resolve) => client.once('close', resolve));
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    work.mayEnd = true;
    expect(await work.ended.promise).toBe('done');
  });
});
