import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { schemaFingerprint } from './api/graphql/catalog-schema.ts';
import { graphqlRoutes } from './api/graphql/graphql-routes.ts';
import type { GraphqlDependencies } from './api/graphql/graphql-routes.ts';
import { colophonRoutes } from './api/colophon/colophon-routes.ts';
import type { HttpDependencies } from './api/http/dependencies.ts';
import type { HttpLimits } from './api/http/limits.ts';
import { createHttpServer } from './api/http/http-server.ts';
import { siteAt } from './api/http/site.ts';
import { openapiRoutes } from './api/openapi/openapi-routes.ts';
import { restliRoutes } from './api/restli/restli-routes.ts';
import type { AccessTokens } from './auth/access-tokens.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR } from './auth/actor.ts';
import type { AuditLog } from './auth/audit-log.ts';
import { AuditUpkeep } from './auth/audit-upkeep.ts';
import { auditedCatalog } from './auth/audited-catalog.ts';
import { openCatalog } from './auth/authorized-catalog.ts';
import { BufferedAuditLog } from './auth/buffered-audit-log.ts';
import { createIdentity } from './auth/identity.ts';
import type { Identity, IdentityParts } from './auth/identity.ts';
import { SecretBox } from './auth/secret-box.ts';
import { createAttributeReader } from './auth/entity-attributes.ts';
import { PolicyAuthorizer } from './auth/policy-authorizer.ts';
import { PolicyDirectory } from './auth/policy-directory.ts';
import { ReferenceRemoval } from './auth/reference-removal.ts';
import { KnownTokens } from './auth/known-tokens.ts';
import { originOf } from './auth/request-scope.ts';
import { LoginCodes } from './auth/login-codes.ts';
import type { Maintenance } from './auth/maintenance.ts';
import { createMetadataChange } from './change/ingest.ts';
import { logInSettings } from './config/log-in-settings.ts';
import { readBootstrap, readDefaultPolicies } from './config/read-bootstrap.ts';
import { readRegistry } from './config/read-registry.ts';
import { readSecretKey } from './config/secret-key.ts';
import type { Config } from './config/options.ts';
import { createDocumentReader } from './effects/index-documents.ts';
import { PropertyValueRemoval } from './effects/remove-property-values.ts';
import { EffectsRunner } from './effects/runner.ts';
import { createLogs } from './log.ts';
import type { Logs } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { DATAHUB_VERSION } from './model/datahub-version.ts';
import type { EntityRegistry } from './model/entity-registry.ts';
import { JOB_KINDS } from './model/job-report.ts';
import { loadRegistry } from './model/load-registry.ts';
import { propertyHolders } from './model/property-holders.ts';
import { removalReport } from './model/property-generation.ts';
import { createMetadataQuery } from './query/create-query.ts';
import { limitLists } from './query/limit-lists.ts';
import { withSubjects } from './query/read-subjects.ts';
import { documentsVersion } from './search/document-digest.ts';
import { EmbeddedShelf } from './search/embedded/embedded-shelf.ts';
import type { IndexShelf } from './search/index-shelf.ts';
import type { SearchIndex } from './search/search-index.ts';
import { SwappableIndex } from './search/swappable-index.ts';
import type { MetadataStore } from './store/metadata-store.ts';
import { LivePropertyDirectory } from './store/property-directory.ts';
import { openMemoryStore, openSqliteStore } from './store/sqlite/open.ts';
import { entityTypeEntities, parseBootstrap } from './system-update/bootstrap.ts';
import { createMaintenance } from './system-update/create-maintenance.ts';
import type { MaintenanceParts } from './system-update/create-maintenance.ts';
import { fingerprint } from './util/fingerprint.ts';
import { VERSION } from './version.ts';

/** What comes from outside the program: the clock and chance. Tests put their own in. */
export interface Surroundings {
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomHex: (bytes: number) => string;
  readonly newId: () => string;
  /** Lets requests go first between two steps of background work. */
  readonly pause: () => Promise<void>;
}

/** What the parts of the composition share. */
interface Wiring {
  readonly config: Config;
  readonly logs: Logs;
  readonly disposal: AsyncDisposableStack;
}

/** A catalog that is ready to answer. Disposing closes everything in reverse order. */
export interface App extends AsyncDisposable {
  readonly http: FastifyInstance;
  readonly tokens: AccessTokens;
  readonly loginCodes: LoginCodes;
}

/** How often it is written when tokens were last used. */
const SAVE_USES_MS = 600_000;

const SURROUNDINGS: Surroundings = {
  now: Date.now,
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  newId: randomUUID,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};

/** Builds the catalog from its configuration; the only place that names concrete engines. */
export async function createApp(config: Config, overrides: Partial<Surroundings> = {}): Promise<App> {
  const { now, randomHex, newId, pause } = { ...SURROUNDINGS, ...overrides };
  await using disposal = new AsyncDisposableStack();
  const logs = createLogs(config.logLevel);
  const { store, registry } = await openFoundation(config, disposal);
  const warn = (message: string): void => logs.search.warn(message);
  const warnOfJob = (message: string, error: unknown): void => logs.store.warn({ err: error }, message);
  const wiring = { config, logs, disposal };
  const audit = openAudit(store, wiring, now);
  const index = disposal.use(await SwappableIndex.open(createShelf(config, registry, now, logs)));

  const properties = await LivePropertyDirectory.load(store.reader);
  const readDocuments = createDocumentReader(store.reader, registry, properties);
  const effects = new EffectsRunner({
    store,
    index,
    readDocuments,
    refreshProperties: (urns) => properties.refresh(store.reader, urns),
    propertiesChanged: () => removal.wake(),
  });
  const known = new KnownTokens(store.reader);
  const policies = await PolicyDirectory.load(store.reader);
  const readAttributes = withSubjects(createAttributeReader(store.reader, properties), store, registry);
  const authorizer = new PolicyAuthorizer({ directory: policies, properties, readAttributes });
  const change = createMetadataChange({
    store,
    registry,
    settings: { ...config.compatibility, ...config.structuredProperties },
    now,
    originOf,
    follow: async (commit) => {
      const changed = commit.entries.map(({ urn }) => urn);
      known.changed(changed);
      await Promise.all([policies.refresh(store.reader, changed), effects.follow(commit)]);
    },
  });
  const removal = disposal.use(
    new PropertyValueRemoval({
      ...{ store, index, now, pause },
      follow: (commit) => effects.follow(commit),
      entityTypes: propertyHolders(registry),
      actor: SYSTEM_ACTOR.urn,
      warn: warnOfJob,
    }),
  );
  const query = limitLists(
    createMetadataQuery({ store, index, registry, properties, warn }),
    config.limits.pageSize,
  );
  await effects.catchUp();
  removal.wake();
  const maintenance = await openMaintenance(
    { store, index, registry, properties, readDocuments, effects, change, now, pause },
    { ...wiring, removalsDone: () => removal.idle() },
  );
  const identity = await openIdentity(
    { store, change, known, audit, now, newId, randomHex },
    { ...wiring, registry },
  );
  const { tokens } = identity;
  const loginCodes = new LoginCodes(() => randomHex(24));

  const box = new SecretBox({ readKey: () => readSecretKey(config, randomHex), randomHex });
  const secrets = { reader: store.reader, change, box, now, newId };
  const references = disposal.use(new ReferenceRemoval({ registry, change, query, warn: warnOfJob }));
  const door = { change, query, authorizer, registry, now, maintenance, secrets, references, log: audit };
  const http = createHttpServer({
    ...describeServer(config, registry, { now, newId, randomHex }, logs),
    authenticate: (bearer) => tokens.authenticate(bearer),
    openCatalog: (actor) =>
      auditedCatalog(openCatalog({ ...door, accounts: identity, audit: store.audit }, actor), audit),
    exchangeLoginCode: (code) =>
      loginCodes.redeem(code) ? { token: tokens.issueForProcess(ROOT_ACTOR) } : undefined,
    signIn: identity.signIn,
    audit,
    metrics: disposal.use(observe(store, index, maintenance, now)),
  });
  disposal.defer(() => http.close());
  await http.ready();
  const owned = disposal.move();
  return { http, tokens, loginCodes, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * What everything else rests on. The store's thread starts while the registry is read; when one of the two fails, the
 * other must not stay open.
 */
async function openFoundation(
  config: Config,
  disposal: AsyncDisposableStack,
): Promise<{ readonly store: MetadataStore; readonly registry: EntityRegistry }> {
  const opening = config.memory ? Promise.resolve(openMemoryStore()) : openSqliteStore(config.data);
  const reading = Promise.resolve().then(() => loadRegistry(readRegistry(config.registry)));
  const [opened, read] = await Promise.allSettled([opening, reading]);
  if (opened.status === 'rejected') throw opened.reason;
  const store = disposal.use(opened.value);
  if (read.status === 'rejected') throw read.reason;
  return { store, registry: read.value };
}

/** The log of who did what and was refused; it is kept within its limits for as long as the catalog is open. */
function openAudit(
  { audit: store }: MetadataStore,
  { config, logs, disposal }: Wiring,
  now: () => number,
): AuditLog {
  const warn = (message: string, error: unknown): void => logs.store.warn({ err: error }, message);
  const { keepFor: keepForMs, keepEvents } = config.audit;
  disposal.use(new AuditUpkeep({ store, keepForMs, keepEvents, now, warn }));
  return disposal.use(new BufferedAuditLog({ store, now, warn }));
}

/** The upkeep of the catalog, after what a start must wait for; the rest of a system update begins if it is due. */
async function openMaintenance(
  parts: Pick<
    MaintenanceParts,
    'store' | 'index' | 'registry' | 'properties' | 'readDocuments' | 'effects' | 'change' | 'now' | 'pause'
  >,
  { config: { systemUpdate }, logs, disposal, removalsDone }: Wiring & Pick<MaintenanceParts, 'removalsDone'>,
): Promise<ReturnType<typeof createMaintenance>> {
  const maintenance = disposal.use(
    createMaintenance({
      ...parts,
      entities: [...readBootstrap().flatMap(parseBootstrap), ...entityTypeEntities(parts.registry)],
      defaultPolicies: parseBootstrap(readDefaultPolicies()),
      switches: systemUpdate,
      removalsDone,
      actor: SYSTEM_ACTOR.urn,
      version: VERSION,
      warn: (message, error) => logs.server.error({ err: error }, message),
    }),
  );
  await maintenance.runBlocking();
  if (systemUpdate.atStart) await maintenance.startIfDue();
  return maintenance;
}

/** Users, tokens and sessions; when tokens were used last is saved from time to time. */
async function openIdentity(
  parts: Omit<IdentityParts, 'settings' | 'isEntityType'>,
  { config, registry, logs, disposal }: Wiring & { readonly registry: EntityRegistry },
): Promise<Identity> {
  const identity = disposal.use(
    await createIdentity({
      ...parts,
      settings: logInSettings(config),
      isEntityType: (name) => registry.entities.has(name),
    }),
  );
  const saving = setInterval(() => {
    identity.uses
      .save()
      .catch((error: unknown) => logs.store.warn({ err: error }, 'uses of tokens were not saved'));
  }, SAVE_USES_MS);
  saving.unref();
  disposal.defer(() => clearInterval(saving));
  return identity;
}

/** What the HTTP side is told that depends on the configuration alone. */
function describeServer(
  config: Config,
  registry: EntityRegistry,
  { now, newId, randomHex }: Pick<Surroundings, 'now' | 'newId' | 'randomHex'>,
  logs: Logs,
): Pick<
  HttpDependencies,
  | 'site'
  | 'readiness'
  | 'randomHex'
  | 'reportFailure'
  | 'limits'
  | 'trustedProxies'
  | 'now'
  | 'versions'
  | 'protocols'
> {
  const reportFailure: HttpDependencies['reportFailure'] = ({ error, ...request }) => {
    logs.http.error({ ...request, err: error }, 'request failed');
  };
  return {
    site: siteAt(config.publicUrl),
    readiness: () => ({ ready: true }),
    randomHex,
    reportFailure,
    limits: httpLimits(config),
    trustedProxies: config.trustedProxies,
    now,
    versions: { server: VERSION, commit: fingerprint(`${registry.fingerprint} ${schemaFingerprint()}`) },
    protocols: createProtocols(config, { registry, now, newId, reportFailure }),
  };
}

function httpLimits({ limits }: Config): HttpLimits {
  return {
    bodyBytes: limits.bodyBytes,
    headerBytes: limits.headerBytes,
    connections: limits.connections,
    headersTimeoutMs: limits.headersTimeout,
    requestTimeoutMs: limits.requestTimeout,
    answerTimeoutMs: limits.answerTimeout,
    sendTimeoutMs: limits.sendTimeout,
    requestsPerSecond: limits.requestsPerSecond,
    refusalsPerSecond: limits.refusalsPerSecond,
  };
}

function createShelf(config: Config, registry: EntityRegistry, now: () => number, logs: Logs): IndexShelf {
  const root = config.memory ? undefined : join(config.data, 'index');
  return new EmbeddedShelf({ root, documents: documentsVersion(registry), now, log: logs.search });
}

function observe(
  store: MetadataStore,
  index: SearchIndex,
  maintenance: Pick<Maintenance, 'report'>,
  now: () => number,
): Metrics {
  return createMetrics({
    jobs: () => JOB_KINDS.flatMap((kind) => maintenance.report(kind) ?? []),
    sequences: () => ({ store: store.log.lastSequence(), index: index.position() }),
    removals: async () =>
      (await store.reader.generations()).flatMap((life) => removalReport(life, now()) ?? []),
  });
}

/** Everything that is spoken besides pages, health and the client's configuration. */
function createProtocols(
  config: Config,
  parts: Pick<GraphqlDependencies, 'registry' | 'now' | 'newId' | 'reportFailure'>,
): HttpDependencies['protocols'] {
  const graphql = graphqlRoutes({
    ...parts,
    version: `v${DATAHUB_VERSION}`,
    upsertStructuredProperties: config.compatibility.upsertStructuredProperties,
    limits: config.limits.graphql,
  });
  return [graphql, openapiRoutes(parts), restliRoutes(parts), colophonRoutes(VERSION)];
}
