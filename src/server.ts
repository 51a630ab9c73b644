import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { secondServer } from './api/http/second-server.ts';
import { createApp } from './app.ts';
import type { App, Surroundings } from './app.ts';
import { ROOT_ACTOR } from './auth/actor.ts';
import { httpLimits } from './composition/describe-server.ts';
import type { Config } from './config/options.ts';

/** A server that answers. */
export interface RunningServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  readonly url: string;
  /** A new token of the root actor that lives as long as the process. */
  rootToken(): string;
  /** A link that logs a browser in, once. */
  readonly loginUrl: string;
  /**
   * Says that it is not ready, goes on answering for the time that is configured, stops listening, lets requests that have
   * begun end, and closes everything.
   */
  close(): Promise<void>;
}

/** How long the answer that says that a request took too long may take, in ms. */
const LATE_ANSWER_MS = 1_000;

/** Starts a server; CONFLICT when another one has the data folder. */
export async function startServer(
  config: Config,
  overrides: Partial<Surroundings> = {},
): Promise<RunningServer> {
  const app = await createApp(config, overrides);
  try {
    const address = await app.http.listen({ host: config.host, port: config.port });
    const url = address.replace(/\/$/, '');
    const frontend = config.frontendPort === 0 ? undefined : await listenAlso(app, config);
    const rootToken = (): string => app.tokens.issueForProcess(ROOT_ACTOR);
    const forget = config.memory ? undefined : announce(config.data, url, rootToken());
    return {
      url,
      rootToken,
      get loginUrl() {
        return `${url}/login?token=${app.loginCodes.issue()}`;
      },
      close: async () => {
        forget?.();
        app.beginStopping();
        await sleep(config.stopDelay);
        await endRequests(app, frontend, config);
        await app[Symbol.asyncDispose]();
        // Node lets go of a closed socket, and of all that hangs on it, at the end of the next turn of the event loop.
        await setImmediate();
        await setImmediate();
      },
    };
  } catch (error) {
    await app[Symbol.asyncDispose]();
    throw error;
  }
}

/** A second port with the same answers. */
async function listenAlso(app: App, config: Config): Promise<Server> {
  const server = secondServer(app.http, httpLimits(config));
  server.listen(config.frontendPort, config.host);
  await once(server, 'listening');
  return server;
}

/**
 * Stops listening, and lets requests that have begun end. Node limits how long a client takes to send one no longer then:
 * connections that are still open when every answer is due are cut.
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
 * Leaves in the data folder how to reach the server that has it, for the owner of the folder only: commands that
 * need the folder go through that server.
 */
function announce(folder: string, url: string, token: string): () => void {
  const path = join(folder, 'server.json');
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify({ url, token, pid: process.pid }), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}
