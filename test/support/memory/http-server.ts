import type { FastifyInstance } from 'fastify';
import type { HttpDependencies, RequestFailure } from '../../../src/api/http/dependencies.ts';
import { createHttpServer } from '../../../src/api/http/http-server.ts';
import { siteAt } from '../../../src/api/http/site.ts';
import { DEFAULT_HTTP_LIMITS } from '../../../src/api/http/limits/limits.ts';
import { openapiRoutes } from '../../../src/api/openapi/openapi-routes.ts';
import { ROOT_ACTOR } from '../../../src/auth/actor.ts';
import { readRegistry } from '../../../src/config/read-registry.ts';
import { CatalogError } from '../../../src/errors.ts';
import { createMetrics } from '../../../src/metrics/metrics.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import { jsonAt } from '../json-at.ts';
import { MemoryCatalog } from './memory-catalog.ts';

/** The built-in registry, loaded once for all tests of a file. */
export const REGISTRY = loadRegistry(readRegistry());

/** Token that the test server accepts. */
export const TOKEN = 'good';

/** HTTP server on an in-memory catalog, called without a network. */
export interface MemoryHttpServer {
  readonly app: FastifyInstance;
  readonly catalog: MemoryCatalog;
  readonly failures: RequestFailure[];
}

const notHere = (): never => {
  throw new Error('not part of this server');
};

const NO_FOLLOWERS = { commits: { after: notHere }, held: { hold: notHere } };

const SESSION = { actor: ROOT_ACTOR, text: 'session', lifetimeMs: 1_000 };

/** Sign-in without users and sessions. */
const NO_SIGN_IN: HttpDependencies['signIn'] = {
  offersPasswords: true,
  offersOidc: false,
  authenticate: () => Promise.reject(new CatalogError('UNAUTHENTICATED', 'The browser session has ended.')),
  withLoginLink: notHere,
  withPassword: notHere,
  signUp: notHere,
  resetPassword: notHere,
  startOidc: notHere,
  finishOidc: notHere,
  end: () => Promise.resolve(),
};

/** Creates a server that accepts one token (TOKEN) and, once, the login code `code`. */
export function createMemoryHttpServer(overrides: Partial<HttpDependencies> = {}): MemoryHttpServer {
  const catalog = new MemoryCatalog(REGISTRY);
  const failures: RequestFailure[] = [];
  const codes = new Set(['code']);
  const app = createHttpServer({
    authenticate: (bearer) =>
      bearer === TOKEN
        ? Promise.resolve({ urn: ROOT_ACTOR, tokenId: 't' })
        : Promise.reject(new CatalogError('UNAUTHENTICATED', 'The access token is missing or unknown.')),
    authenticateAgent: notHere,
    requesterFor: (actor, cancellation) => catalog.requester(actor, {}, cancellation),
    signIn: NO_SIGN_IN,
    site: siteAt(''),
    exchangeLoginCode: (code) =>
      Promise.resolve(codes.delete(code) ? { token: TOKEN, session: SESSION } : undefined),
    readiness: { isStopping: false, ask: () => Promise.resolve({ ready: true }) },
    reach: () => Promise.resolve(),
    randomHex: (bytes) => 'ab'.repeat(bytes),
    reportFailure: (failure) => failures.push(failure),
    logWarnings: () => undefined,
    limits: { ...DEFAULT_HTTP_LIMITS, bodyBytes: 1024 * 1024 },
    trustedProxies: [],
    audit: { record: () => undefined },
    now: () => 0,
    metrics: createMetrics({
      sequences: () => Promise.resolve({ store: 1, index: 1, lagMs: 0 }),
      oldestCommit: () => Promise.resolve(undefined),
      oldestDeletion: () => Promise.resolve(undefined),
      incompleteDocuments: () => Promise.resolve(0),
      heldRequests: () => 0,
      removals: () => Promise.resolve([]),
      webhooks: () => ({ succeeded: 0, failed: 0, lagMs: 0 }),
      jobs: () => Promise.resolve([]),
    }),
    versions: { server: '0.0.0', serverCommit: undefined, commit: 'abc' },
    openMetrics: false,
    protocols: [openapiRoutes({ registry: REGISTRY, now: () => 0, ownRoutes: [], following: NO_FOLLOWERS })],
    ...overrides,
  });
  return { app, catalog, failures };
}

/** Response with its body as text and parsed. */
export interface MemoryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: unknown;
  /** Value in the parsed body at a path of member names and indexes. */
  at(...path: readonly (string | number)[]): unknown;
}

/** Sends a request with the token; a body that is not a string is sent as JSON. */
export async function ask(
  { app }: Pick<MemoryHttpServer, 'app'>,
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<MemoryAnswer> {
  const answer = await app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== '';
  const json: unknown = isJson ? JSON.parse(answer.body) : undefined;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json,
    at: (...path) => jsonAt(json, ...path),
  };
}
