import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below the range from which Linux, macOS and Windows serve `listen(0)` and outgoing connections. */
const LOWEST = 20_000;
const HIGHEST = 31_999;

/**
 * A TCP port that is currently free, to be bound later by another process. A port from `listen(0)` would not do: once closed, the system may give it to
 * the next process that asks for any.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST + 1);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
