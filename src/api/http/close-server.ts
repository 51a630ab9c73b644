import { once } from 'node:events';
import type { Server } from 'node:http';

/** Interval for closing connections whose request was answered, in ms. */
const CLOSE_IDLE_MS = 20;

/** Closes idle connections of a server, now and after each response, until the interval is cleared. */
export function keepClosingIdle(server: Server): NodeJS.Timeout {
  server.closeIdleConnections();
  return setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
}

/** Stops listening; resolves when all requests are answered and their connections closed. */
export async function closeServer(server: Server): Promise<void> {
  server.close();
  const idle = keepClosingIdle(server);
  await once(server, 'close');
  clearInterval(idle);
}
