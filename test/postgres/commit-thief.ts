import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Fault of the next COMMIT: `request` loses it before the server receives it, `answer` loses its answer,
 * `connections` loses its answer and refuses connections until `reopen`.
 */
export type Theft = 'request' | 'answer' | 'connections';

/** A proxy to a server that can lose a connection in the middle of a COMMIT. */
export interface CommitThief extends AsyncDisposable {
  /** Host and port of the proxy. */
  readonly address: string;
  /** Applies the fault to the next COMMIT, once. */
  stealNext(theft: Theft): void;
  /** Accepts connections again. */
  reopen(): void;
  /** Number of COMMITs with a fault. */
  stolen(): number;
}

/** Opens a proxy to a server at `host:port`. */
export async function openCommitThief(target: string): Promise<CommitThief> {
  const [host, port] = target.split(':');
  const sockets = new Set<Socket>();
  let next: Theft | undefined;
  let stolen = 0;
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isClosed) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.on('data', (data) => client.write(data));
    client.on('data', (data) => {
      if (next === undefined || !data.includes('COMMIT\0')) {
        upstream.write(data);
        return;
      }
      const theft = next;
      next = undefined;
      stolen++;
      if (theft === 'request') {
        client.destroy();
        return;
      }
      // Cut the connection only after the server has answered.
      upstream.removeAllListeners('data');
      upstream.once('data', () => (theft === 'answer' ? client.destroy() : close()));
      upstream.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    address: `127.0.0.1:${address.port}`,
    stealNext: (theft) => (next = theft),
    reopen: () => (isClosed = false),
    stolen: () => stolen,
    [Symbol.asyncDispose]: async () => {
      close();
      server.close();
      await once(server, 'close');
    },
  };
}
