import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How much of a refused body is read after the answer. */
export interface DiscardLimits {
  /** Maximum bytes. */
  readonly bytes: number;
  /** Maximum time, in ms. */
  readonly ms: number;
}

const DISCARD: DiscardLimits = { bytes: 64 * 1024 ** 2, ms: 10_000 };

/**
 * Reads and discards the rest of a body that is refused before it has arrived, within limits, and only then closes the connection. A
 * connection that is closed with unread bytes is reset, which loses the answer of a client or proxy that sends everything before it reads.
 */
export function discardRefusedBodies(app: FastifyInstance, limits: DiscardLimits = DISCARD): void {
  const discarding = new Set<IncomingMessage>();
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // A request that is injected into the application has no connection.
    const isToClose = reply.getHeader('connection') === 'close' && raw.socket instanceof Socket;
    if (isToClose && !raw.complete) closeAfter(raw, limits, discarding);
    done();
  });
  app.addHook('preClose', (done) => {
    for (const request of discarding) request.socket.destroy();
    done();
  });
}

/** Lets Node close the connection of a request only after its body, or at a limit. */
function closeAfter(
  request: IncomingMessage,
  { bytes, ms }: DiscardLimits,
  discarding: Set<IncomingMessage>,
): void {
  const { socket } = request;
  let left = bytes;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.complete) {
      close();
      return;
    }
    socket.end();
    request.once('end', close);
    discarding.add(request);
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.once('close', () => {
      discarding.delete(request);
      clearTimeout(timer);
    });
  };
}
