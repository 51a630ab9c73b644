import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { startServer as start } from '../../src/server.ts';
import type { Surroundings } from '../../src/app.ts';
import { clearPlaceOf, placeOf } from './catalog-place.ts';

/** What a test may choose about its server. */
export interface TestServerOptions {
  /** Keep the data of an earlier server of the test; a new temporary folder otherwise. */
  readonly folder?: string;
  /** Further options by name, `{ 'compatibility.upsertStructuredProperties': 'merge' }`. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly surroundings?: Partial<Surroundings>;
}

/** Answer of the server with its body as text and, if it is JSON, parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The shape of an answer is what the tests assert.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

/** A real server on a free port, with the token of the root actor. */
export interface TestServer {
  readonly url: string;
  readonly token: string;
  readonly folder: string;
  readonly loginUrl: string;
  /** Sends a request with the token and a JSON body, if there is one. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Posts a GraphQL request; the answer is the parsed body. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  graphql(query: string, variables?: Record<string, unknown>): Promise<any>;
  /** Stops the server; the folder is removed unless it is to be kept for another one. */
  stop(options?: { readonly keepFolder?: boolean }): Promise<void>;
}

/** Starts a server in this process on a temporary folder. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'colophon-test-'));
  const place = await placeOf(folder);
  const flags = { data: folder, port: '0', logLevel: 'error', ...place, ...options.options };
  const server = await start(loadConfig({ flags, environment: {} }), options.surroundings);
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
      if (keepFolder) return;
      rmSync(folder, { recursive: true, force: true });
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
