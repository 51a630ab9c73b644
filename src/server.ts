import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { closeServer, keepClosingIdle } from './api/http/close-server.ts';
import { secondServer } from './api/http/second-server.ts';
import { UpgradeNotice } from './api/http/upgrade-notice.ts';
import { createApp, type App, type Environment } from './app.ts';
import { ROOT_ACTOR } from './auth/actor.ts';
import { httpLimits } from './composition/describe-server.ts';
import { explainDamage, refuseEmptiedFile } from './composition/explain-damage.ts';
import { freePort, openReaders } from './composition/readers/open-readers.ts';
import type { Config } from './config/options.ts';
import type { RunningServer } from './running-server.ts';

/** Interval for closing connections after a failed start, in ms. */
const CUT_MS = 20;

/** Time allowed for sending a 504 response after the answer timeout, in ms. */
const LATE_ANSWER_MS = 1_000;

/**
 * Starts a server. CONFLICT if another server uses the data folder. A failed start closes everything that it has
 * opened before it rejects.
 */
export async function startServer(
  config: Config,
  overrides: Partial<Environment> = {},
): Promise<RunningServer> {
  const { beginStep = () => undefined } = overrides;
  await using opening = new AsyncDisposableStack();
  refuseEmptiedFile(config);
  const app = opening.use(await createAnnounced(config, overrides));
  opening.defer(() => abandonRequests(app));
  beginStep('listen');
  const address = await listen(app, config);
  const url = address.replace(/\/$/, '');
  beginStep('listen on the second port');
  const frontend = config.frontendPort === 0 ? undefined : await listenAlso(app, config);
  if (frontend !== undefined) opening.defer(() => closeAtOnce(frontend));
  beginStep('start reading threads');
  const readers = app.readers && (await openReaders(app.http, config, app.readers));
  if (readers !== undefined) opening.defer(() => readers.end(0));
  beginStep('write server.json');
  const rootToken = (): string => app.tokens.issue(ROOT_ACTOR);
  const withdraw = config.memory ? undefined : announce(config.data, url, rootToken());
  if (withdraw !== undefined) opening.defer(withdraw);
  beginStep('report ready');
  opening.move();
  return {
    url,
    rootToken,
    offersLogin: () => app.offersLogin(),
    filled: app.filled,
    readersListen: readers?.listen ?? Promise.resolve(),
    get loginUrl() {
      return `${url}/login?token=${app.loginCodes.issue()}`;
    },
    close: async () => {
      withdraw?.();
      app.beginStopping();
      await sleep(config.stopDelay);
      app.releaseHeld();
      await readers?.end(httpLimits(config).answerTimeoutMs);
      await endRequests(app, frontend, config);
      await app[Symbol.asyncDispose]();
      // Node releases a closed socket, and everything it references, at the end of the next event loop turn.
      await setImmediate();
      await setImmediate();
    },
  };
}

/** Creates the app; while a migration takes long, somebody answers on the port and says how far it is. */
async function createAnnounced(config: Config, overrides: Partial<Environment>): Promise<App> {
  await using notice = new UpgradeNotice(config);
  try {
    return await createApp(config, { reportUpgrade: (sentence) => notice.show(sentence), ...overrides });
  } catch (error) {
    throw explainDamage(error, config);
  }
}

/** Listens on the configured port; returns the URL. */
async function listen({ http, readers }: App, { host, port }: Config): Promise<string> {
  if (readers === undefined) return http.listen({ host, port });
  const shared = { host, port: await freePort(host, port), reusePort: true };
  return http.listen(shared);
}

/** Listens on `frontendPort`, too, with the same routes. */
async function listenAlso(app: App, config: Config): Promise<Server> {
  const server = secondServer(app.http, httpLimits(config));
  server.listen(config.frontendPort, config.host);
  await once(server, 'listening');
  return server;
}

/**
 * Stops listening and waits for running requests; a connection is closed when its request is answered. Node no longer
 * enforces the request timeout during `close`, so connections still open after the answer timeout are cut.
 */
async function endRequests(app: App, frontend: Server | undefined, { limits }: Config): Promise<void> {
  const due = setTimeout(() => {
    app.http.server.closeAllConnections();
    frontend?.closeAllConnections();
  }, limits.answerTimeout + LATE_ANSWER_MS);
  const idle = keepClosingIdle(app.http.server);
  try {
    await Promise.all([app.http.close(), frontend === undefined ? undefined : closeServer(frontend)]);
  } finally {
    clearTimeout(due);
    clearInterval(idle);
  }
}

/** Stops listening and cuts all connections. */
async function abandonRequests({ http }: App): Promise<void> {
  // Repeatedly: further connections may be accepted until the server is closed.
  const cutting = setInterval(() => http.server.closeAllConnections(), CUT_MS);
  try {
    await http.close();
  } finally {
    clearInterval(cutting);
  }
}

async function closeAtOnce(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/**
 * Writes URL, root token and pid of the server to `server.json` in the data folder, with mode 0600: commands that need
 * the folder call that server. Returns a function that removes the file.
 */
function announce(folder: string, url: string, token: string): () => void {
  const path = join(folder, 'server.json');
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify({ url, token, pid: process.pid }), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}
