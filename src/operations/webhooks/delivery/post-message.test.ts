import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { postMessage } from './post-message.ts';

const PARTS = { isAllowed: () => true, timeoutMs: 60_000 };
const MESSAGE = { body: '{}', headers: {} };
const NEVER = new AbortController().signal;

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** URL of a receiver that handles each connection with this function. */
async function receiverThat(answers: (socket: Socket) => void): Promise<string> {
  const listening = (server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answers(socket));
  }));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : '';
}

it.each([
  ['closes the connection', (socket: Socket) => socket.destroy(), /hang up|ECONNRESET|closed/],
  ['does not speak HTTP', (socket: Socket) => socket.end('hello\n\n'), /Parse Error/],
  [
    'switches protocols',
    (socket: Socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    /closed without a response|hang up/,
  ],
  [
    'sends endless headers',
    (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
    /Header overflow/,
  ],
] as const)('reports a receiver that %s', async (_what, answers, expected) => {
  const url = await receiverThat((socket) => void answers(socket));
  const { error, status } = await postMessage(url, MESSAGE, PARTS, NEVER);
  expect(status).toBeUndefined();
  expect(error).toMatch(expected);
});

it('waits no longer than the timeout', async () => {
  const url = await receiverThat(() => undefined);
  expect(await postMessage(url, MESSAGE, { ...PARTS, timeoutMs: 20 }, NEVER)).toEqual({
    status: undefined,
    error: 'No response within 0.02 s.',
  });
});

it('reports the status of a response with an endless body', async () => {
  const url = await receiverThat(
    (socket) => void socket.write('HTTP/1.1 503 No\r\ncontent-length: 9\r\n\r\nmo'),
  );
  const answered = await postMessage(url, MESSAGE, { ...PARTS, timeoutMs: 1_000 }, NEVER);
  expect(answered).toEqual({ status: 503, error: 'Status 503.' });
});

it('rejects when aborted', async () => {
  const url = await receiverThat(() => undefined);
  const stop = new AbortController();
  const posting = postMessage(url, MESSAGE, PARTS, stop.signal);
  stop.abort();
  await expect(posting).rejects.toThrow('aborted');
});
