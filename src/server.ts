import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { secondServer } from './api/http/second-server.ts';
import { createApp } from './app.ts';
import type { App, Environment } from './app.ts';
import { ROOT_ACTOR } from './auth/actor.ts';
import { httpLimits } from './composition/describe-server.ts';
import { freePort, openReaders } from './composition/readers/open-readers.ts';
import type { Config } from './config/options.ts';

/** A server that listens. */
export interface RunningServer {
  /** Base URL without trailing slash: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Issues a token of the root actor that is valid until the process ends. */
  rootToken(): string;
  /** Resolves when the threads that answer reads accept connections; the server is ready before. */
  readonly readersListen: Promise<void>;
  /** A new one-time login link for a browser. */
  readonly loginUrl: string;
  /**
   * Shuts down gracefully: reports not ready, keeps serving for `stopDelay`, releases held requests, stops listening, finishes running requests,
   * closes everything.
   */
  close(): Promise<void>;
}

/** Time allowed for sending a 504 response after the answer timeout, in ms. */
const LATE_ANSWER_MS = 1_000;

/** Starts a server. CONFLICT if another server uses the data folder. */
export async function startServer(
  config: Config,
  overrides: Partial<Environment> = {},
): Promise<RunningServer> {
  const app = await createApp(config, overrides);
  try {
    const address = await listen(app, config);
    const url = address.replace(/\/$/, '');
    const frontend = config.frontendPort === 0 ? undefined : await listenAlso(app, config);
    const readers = app.readers && (await openReaders(app.http, config, app.readers));
    const rootToken = (): string => app.tokens.issue(ROOT_ACTOR);
    const forget = config.memory ? undefined : announce(config.data, url, rootToken());
    return {
      url,
      rootToken,
      readersListen: readers?.listen ?? Promise.resolve(),
      get loginUrl() {
        return `${url}/login?token=${app.loginCodes.issue()}`;
      },
      close: async () => {
        forget?.();
        app.beginStopping();
        await sleep(config.stopDelay);
        app.releaseHeld();
        await readers?.end();
        await endRequests(app, frontend, config);
        await app[Symbol.asyncDispose]();
        // Node releases a closed socket, and everything it references, at the end of the next event loop turn.
        await setImmediate();
        await setImmediate();
      },
    };
  } catch (error) {
    await app[Symbol.asyncDispose]();
    throw error;
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
 * Stops listening and waits for running requests. Node no longer enforces the request timeout during `close`, so
 * connections still open after the answer timeout are cut.
 */
async function endRequests(app: App, frontend: Server | undefined, { limits }: Config): Promise<void> {
  const due = setTimeout(() => {
    app.http.server.closeAllConnections();
    frontend?.closeAllConnections();
  }, limits.answerTimeout + LATE_ANSWER_MS);
  try {
    await Promise.all([app.http.close(), frontend === undefined ? undefined : closed(frontend)]);
  } finally {
    clearTimeout(due);
  }
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeIdleConnections();
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
