import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { schemaFingerprint } from './api/graphql/catalog-schema.ts';
import { graphqlRoutes } from './api/graphql/graphql-routes.ts';
import { colophonRoutes } from './api/colophon/colophon-routes.ts';
import type { HttpDependencies } from './api/http/dependencies.ts';
import { createHttpServer } from './api/http/http-server.ts';
import { openapiRoutes } from './api/openapi/openapi-routes.ts';
import { AccessTokens } from './auth/access-tokens.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR } from './auth/actor.ts';
import { openCatalog } from './auth/authorized-catalog.ts';
import { LoginCodes } from './auth/login-codes.ts';
import { createMetadataChange } from './change/ingest.ts';
import { readBootstrap } from './config/read-bootstrap.ts';
import { readRegistry } from './config/read-registry.ts';
import type { Config } from './config/options.ts';
import { createDocumentReader } from './effects/index-documents.ts';
import { PropertyValueRemoval } from './effects/remove-property-values.ts';
import { EffectsRunner } from './effects/runner.ts';
import { createLogs } from './log.ts';
import { DATAHUB_VERSION } from './model/datahub-version.ts';
import { loadRegistry } from './model/load-registry.ts';
import { STRUCTURED_PROPERTY } from './model/structured-property.ts';
import { createMetadataQuery } from './query/create-query.ts';
import { openEmbeddedIndex } from './search/embedded/open-embedded-index.ts';
import { LivePropertyDirectory } from './store/property-directory.ts';
import { openMemoryStore, openSqliteStore } from './store/sqlite/open.ts';
import { bootstrap, entityTypeEntities, parseBootstrap } from './system-update/bootstrap.ts';
import { fingerprint } from './util/fingerprint.ts';
import { VERSION } from './version.ts';

/** What comes from outside the program: the clock and chance. Tests put their own in. */
export interface Surroundings {
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomHex: (bytes: number) => string;
  readonly newId: () => string;
}

/** A catalog that is ready to answer. Disposing closes everything in reverse order. */
export interface App extends AsyncDisposable {
  readonly http: FastifyInstance;
  readonly tokens: AccessTokens;
  readonly loginCodes: LoginCodes;
}

const SURROUNDINGS: Surroundings = {
  now: Date.now,
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  newId: randomUUID,
};

/** Builds the catalog from its configuration; the only place that names concrete engines. */
export async function createApp(config: Config, overrides: Partial<Surroundings> = {}): Promise<App> {
  const { now, randomHex, newId } = { ...SURROUNDINGS, ...overrides };
  await using disposal = new AsyncDisposableStack();
  const logs = createLogs(config.logLevel);
  const registry = loadRegistry(readRegistry(config.registry));

  const store = disposal.use(config.memory ? openMemoryStore() : await openSqliteStore(config.data));
  const indexFolder = config.memory ? undefined : join(config.data, 'index');
  const warn = (message: string): void => logs.search.warn(message);
  const index = disposal.use(await openEmbeddedIndex({ folder: indexFolder, now, log: logs.search }));

  const properties = await LivePropertyDirectory.load(store.reader);
  const effects = new EffectsRunner({
    store,
    index,
    readDocuments: createDocumentReader(store.reader, registry, properties),
    refreshProperties: (urns) => properties.refresh(store.reader, urns),
    propertiesChanged: () => removal.wake(),
  });
  const change = createMetadataChange({
    store,
    registry,
    settings: { ...config.compatibility, ...config.structuredProperties },
    now,
    follow: (commit) => effects.follow(commit),
  });
  const removal = disposal.use(
    new PropertyValueRemoval({
      store,
      index,
      change,
      entityTypes: [...registry.entities.values()]
        .filter(({ aspects }) => aspects.has(STRUCTURED_PROPERTY.assignmentAspect))
        .map(({ name }) => name),
      actor: SYSTEM_ACTOR.urn,
      now,
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      warn: (message, error) => logs.store.warn({ err: error }, message),
    }),
  );
  const query = createMetadataQuery({ store, index, registry, properties, warn });
  await effects.catchUp();
  removal.wake();
  const entities = [...readBootstrap().flatMap(parseBootstrap), ...entityTypeEntities(registry)];
  await bootstrap(entities, { store, change, actor: SYSTEM_ACTOR.urn });

  const randomToken = (): string => `colophon_${randomHex(32)}`;
  const tokens = new AccessTokens({ store, change, now, randomToken });
  const loginCodes = new LoginCodes(() => randomHex(24));
  const graphql = graphqlRoutes({
    registry,
    version: `v${DATAHUB_VERSION}`,
    upsertStructuredProperties: config.compatibility.upsertStructuredProperties,
    limits: config.limits.graphql,
    now,
    newId,
    reportFailure,
  });

  const dependencies: HttpDependencies = {
    authenticate: (bearer) => tokens.authenticate(bearer),
    openCatalog: (actor) => openCatalog({ change, query, tokens, now }, actor),
    exchangeLoginCode: (code) =>
      loginCodes.redeem(code) ? { token: tokens.issueForProcess(ROOT_ACTOR) } : undefined,
    readiness: () => ({ ready: true }),
    randomHex,
    reportFailure,
    limits: { bodyBytes: config.limits.bodyBytes, requestTimeoutMs: 60_000 },
    versions: { server: VERSION, commit: fingerprint(`${registry.fingerprint} ${schemaFingerprint()}`) },
    protocols: [graphql, openapiRoutes({ registry }), colophonRoutes(VERSION)],
  };
  function reportFailure({ error, ...request }: Parameters<HttpDependencies['reportFailure']>[0]): void {
    logs.http.error({ ...request, err: error }, 'request failed');
  }

  const http = createHttpServer(dependencies);
  disposal.defer(() => http.close());
  await http.ready();
  const owned = disposal.move();
  return { http, tokens, loginCodes, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
