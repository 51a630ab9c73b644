import { inject } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { startServer as start } from '../../src/server.ts';
import type { Environment } from '../../src/app.ts';
import type { PasswordCost } from '../../src/auth/accounts/passwords.ts';
import { clearPlaceOf, isKeptInFolders, placeOf } from './engines/catalog-place.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Number of reader threads; absent: none. */
    readers?: number;
  }
}

/** Options of a test server. */
export interface TestServerOptions {
  /** Data folder of an earlier server, or one that the test inspects. */
  readonly folder?: string;
  /** Stores the data in a new temporary folder. Without this and `folder`, an SQLite store is in memory. */
  readonly onDisk?: boolean;
  /** Further options by name, `{ 'compatibility.upsertStructuredProperties': 'merge' }`. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly environment?: Partial<Environment>;
}

/** Response of the server, with its body as text and, if it is JSON, parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The tests assert the shape of a response.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** A real server on a free port, with the token of the root actor. */
export interface TestServer {
  readonly url: string;
  readonly token: string;
  readonly folder: string;
  readonly loginUrl: string;
  /** Sends a request with the token and an optional JSON body. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Posts a GraphQL request; resolves with the parsed body. */
  // oxlint-disable-next-line typescript/no-explicit-any
  graphql(query: string, variables?: Record<string, unknown>): Promise<any>;
  /** Stops the server, and removes its folder unless the test passed one. */
  stop(options?: { readonly keepFolder?: boolean }): Promise<void>;
}

/** Weak password hashing for tests: the default takes a fifth of a second per password, a third of some tests' time. */
const CHEAP: PasswordCost = { N: 1024, r: 8, p: 1 };

/** Placeholder folder of an in-memory server. */
const IN_MEMORY = 'no folder: start the server with { onDisk: true }';

/** Number of reader threads; 0 with a test's own clock, which they do not share, and for stores in memory or elsewhere. */
function readersOf({ environment, options }: TestServerOptions): number {
  const isInMemory = options?.['memory'] !== undefined || options?.['store'] !== undefined;
  return environment?.now !== undefined || isInMemory ? 0 : (inject('readers') ?? 0);
}

/** Starts a server in this process. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const isKeptElsewhere = !isKeptInFolders() || options.options?.['store'] !== undefined;
  const readers = readersOf(options);
  const inMemory =
    !isKeptElsewhere && readers === 0 && options.folder === undefined && options.onDisk !== true;
  const folder = options.folder ?? (inMemory ? IN_MEMORY : mkdtempSync(join(tmpdir(), 'colophon-test-')));
  const keeping = inMemory ? { memory: true } : { data: folder, ...(await placeOf(folder)) };
  const flags = { port: '0', logLevel: 'error', readers, ...keeping, ...options.options };
  const environment = { passwordCost: CHEAP, ...options.environment };
  const server = await start(loadConfig({ flags, environment: {} }), environment);
  await server.filled;
  await server.readersListen;
  const token = server.rootToken();
  const { url } = server;

  const request: TestServer['request'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };

  return {
    url,
    token,
    folder,
    get loginUrl() {
      return server.loginUrl;
    },
    request,
    graphql: async (query, variables = {}) =>
      (await request('POST', '/api/graphql', { query, variables })).json,
    stop: async ({ keepFolder = false } = {}) => {
      await server.close();
      if (keepFolder) {
        if (inMemory) throw new Error(`Nothing is kept: ${IN_MEMORY}`);
        return;
      }
      if (!inMemory) rmSync(folder, { recursive: true, force: true });
      await clearPlaceOf(folder);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
