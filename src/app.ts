import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from './api/http/http-server.ts';
import { bucketMemory } from './api/http/limits/token-buckets.ts';
import type { ProcessTokens } from './auth/tokens/process-tokens.ts';
import { ROOT_ACTOR, type Actor } from './auth/actor.ts';
import type { HttpDependencies } from './api/http/dependencies.ts';
import { createIdentity, type Identity, type IdentityParts } from './auth/accounts/identity.ts';
import { SecretBox } from './auth/secret-box.ts';
import { ReferenceRemoval } from './auth/writes/reference-removal.ts';
import { PASSWORD_COST, type PasswordCost } from './auth/accounts/passwords.ts';
import { LoginCodes } from './auth/accounts/login-codes.ts';
import { describeServer, type ServerParts } from './composition/describe-server.ts';
import type { EffectsRunner } from './effects/runner.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Readers } from './composition/readers/open-readers.ts';
import { readerCount } from './composition/readers/reader-count.ts';
import { ReaderPool, type ReaderPoolParts } from './composition/readers/reader-pool.ts';
import type { SwappableIndex } from './search/swappable-index.ts';
import { freeSpaceOf } from './composition/free-space.ts';
import { lastBackupOf } from './composition/last-backup.ts';
import { observe } from './composition/observe.ts';
import { openBulkEdits } from './composition/open-bulk-edits.ts';
import { openCatalog, type Wiring } from './composition/open-catalog.ts';
import { openChanges } from './composition/open-changes.ts';
import { openPlans } from './composition/open-plans.ts';
import { openWebhooks } from './composition/open-webhooks.ts';
import { openMaintenance } from './composition/open-maintenance.ts';
import { WEB_FOLDER, openWebInterface } from './composition/web-interface.ts';
import { operationParts } from './composition/operation-parts.ts';
import { operationSettings } from './composition/operation-settings.ts';
import { watchEngines } from './composition/watch-engines.ts';
import { logInSettings } from './config/log-in-settings.ts';
import { readSecretKey } from './config/secret-key.ts';
import type { Config } from './config/options.ts';
import type { EntityRegistry } from './model/entity-registry.ts';
import { EntityReferences } from './model/entity-reference.ts';
import { Requester } from './operations/requester.ts';
import type { Lookup } from './operations/webhooks/delivery/post-message.ts';
import type { OperationParts } from './operations/work.ts';
import type { Cancellation } from './util/concurrency/cancellation.ts';

/** Non-deterministic inputs (clock, randomness). Tests override them. */
export interface Environment {
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomHex: (bytes: number) => string;
  readonly newId: () => string;
  /** Yields to requests between two steps of background work. */
  readonly pause: () => Promise<void>;
  /** Work factor of password hashes. */
  readonly passwordCost: PasswordCost;
  /** Resolves host names of webhooks; undefined: as the system does. */
  readonly lookup: Lookup | undefined;
  /** Folder of the built web interface. */
  readonly webFolder: string;
  /** Called before each step of a start, with its name. A test throws here to make the step fail. */
  readonly beginStep: (name: string) => void;
  /** Receives what is being done while a migration of the store takes long, in a sentence. */
  readonly reportUpgrade: (sentence: string) => void;
}

/** A catalog that is ready to serve. Disposing closes everything in reverse order. */
export interface App extends AsyncDisposable {
  readonly http: FastifyInstance;
  /** Tokens that are valid until the process ends. */
  readonly tokens: ProcessTokens;
  readonly loginCodes: LoginCodes;
  readonly offersLogin: Identity['offersLogin'];
  /** Threads that answer reads, not started yet; undefined: none. */
  readonly readers: Readers | undefined;
  /** Resolves when the search index has been filled, if it was empty. */
  readonly filled: Promise<void>;
  /** Reports not ready from now on, but keeps serving. */
  beginStopping(): void;
  /** Answers the requests that are held until a change; later ones are answered at once. */
  releaseHeld(): void;
}

/** Interval for saving the last use of tokens, in ms. */
const SAVE_USES_MS = 600_000;

const REAL: Environment = {
  now: Date.now,
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  newId: randomUUID,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
  passwordCost: PASSWORD_COST,
  lookup: undefined,
  webFolder: WEB_FOLDER,
  beginStep: () => undefined,
  reportUpgrade: () => undefined,
};

/** Removes references to deleted entities, once all earlier commits can be read. */
function openReferenceRemoval({
  change,
  effects,
  query,
  registry,
  store,
  warnOfJob,
}: Awaited<ReturnType<typeof openCatalog>>): ReferenceRemoval {
  const caughtUp = (): Promise<void> => effects.reach(store.log.lastSequence());
  return new ReferenceRemoval({ registry, change, query, warn: warnOfJob, caughtUp });
}

/** Builds the catalog from its configuration. The composition root: wires stores, indexes and protocols. */
export async function createApp(config: Config, overrides: Partial<Environment> = {}): Promise<App> {
  const environment = { ...REAL, ...overrides };
  const { beginStep, lookup, now, randomHex, reportUpgrade, newId, pause, passwordCost } = environment;
  await using disposal = new AsyncDisposableStack();
  const catalog = await openCatalog(config, { now, randomHex, beginStep, reportUpgrade, disposal });
  const { audit, caches, change, created, effects, index, logs } = catalog;
  const { policies, registry, slots, store, tracer, warnOfJob, wiring } = catalog;
  beginStep('catch up with the change log');
  await effects.catchUp();
  beginStep('run the blocking steps of the system update');
  const maintenance = await openMaintenance({ ...catalog, config, index: slots, now, pause, disposal });
  beginStep('open users and tokens');
  const identity = await openIdentity(
    { store, change, known: caches.tokens, audit, policies, now, randomHex, passwordCost },
    { ...wiring, registry },
  );
  const loginCodes = new LoginCodes(() => randomHex(24));
  const referenceRemoval = disposal.use(openReferenceRemoval(catalog));
  const settings = operationSettings(config, { registry, now, newId });
  const references = new EntityReferences(registry);
  beginStep('create reading threads');
  const pool = createReaderPool(config, { slots, identity, audit, warn: warnOfJob });
  const feed = openChanges({ store, registry, effects, now, config });
  const { changes, following } = feed;
  const freeSpace = freeSpaceOf(config);
  const threads = pool?.metrics.bind(pool);
  const lastBackup = lastBackupOf(config);
  const observed = { freeSpace, lastBackup, store, index, registry, maintenance, now, threads, tracer };
  const metrics = disposal.use(observe({ ...observed, ...following, webhooks: () => webhooks.figures }));
  const requesterFor = (actor: Actor, cancellation?: Cancellation): Requester =>
    new Requester(operations, actor, cancellation);
  const bulkEdits = disposal.use(openBulkEdits({ store, now, tracer, warn: warnOfJob, requesterFor }));
  const plans = openPlans({ store, now, newId, changes, requesterFor });
  const secretBox = createSecretBox(config, randomHex);
  const sending = { config: config.webhooks, secretBox, randomHex, lookup, newId, now, warn: warnOfJob };
  const sent = { store, effects, requesterFor, commits: following.commits, stopping: following.held.stopped };
  const webhooks = disposal.use(openWebhooks({ ...sending, ...sent }));
  const opened = { changes, maintenance, bulkEdits, plans, webhooks, referenceRemoval };
  const further = { ...opened, references, settings, secretBox, metrics, identity };
  const operations: OperationParts = operationParts(catalog, further);
  const actorBuckets = config.limits.requestsPerSecond === 0 ? undefined : bucketMemory();
  const readiness = watchEngines({ effects, freeSpace, store, index, now, warn: warnOfJob });
  beginStep('create the HTTP server');
  const agents = agentParts(effects, metrics, identity);
  const pages = openWebInterface(config, environment.webFolder, (message) => logs.server.warn(message));
  const http = createHttpServer({
    ...describeServer(config, { agents, following, settings, references, randomHex, logs, tracer }),
    ...signInBy(identity, loginCodes),
    requesterFor,
    readiness,
    tracer,
    audit,
    actorBuckets,
    web: pages,
    connectionCounts: pool && { memory: pool.connections, thread: 0 },
    metrics,
    reach: agents.reach,
  });
  disposal.defer(() => http.close());
  disposal.use(feed);
  disposal.defer(() => effects.beginClosing());
  beginStep('load the routes');
  await http.ready();
  created.start();
  beginStep('start webhooks');
  await webhooks.start();
  const owned = disposal.move();
  return {
    http,
    tokens: identity.ofProcess,
    loginCodes,
    filled: effects.filled(),
    offersLogin: () => identity.offersLogin(),
    readers: pool && { pool, actorBuckets },
    beginStopping: () => readiness.stop(),
    releaseHeld: () => following.held.stop(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** What tools for agents need besides operations. */
function agentParts(
  effects: Pick<EffectsRunner, 'position' | 'reach'>,
  metrics: Pick<Metrics, 'toolCalled'>,
  { oauth: grants }: Pick<Identity, 'oauth'>,
): NonNullable<ServerParts['agents']> {
  return {
    grants,
    position: () => effects.position,
    reach: (sequence) => effects.reach(sequence),
    toolCalled: (call) => metrics.toolCalled(call),
  };
}

/** Creates the authentication of requests. */
function signInBy(
  identity: Identity,
  loginCodes: LoginCodes,
): Pick<HttpDependencies, 'authenticate' | 'authenticateAgent' | 'exchangeLoginCode' | 'signIn'> {
  return {
    authenticate: (bearer) => identity.authentication.ofBearer(bearer),
    authenticateAgent: (bearer, resource) => identity.authentication.ofAgent(bearer, resource),
    exchangeLoginCode: (code) => exchangeLoginCode(code, loginCodes, identity),
    signIn: identity.signIn,
  };
}

/** Exchanges the code of a login link for a token and a session of the root user; undefined if it is unknown or used. */
async function exchangeLoginCode(
  code: string,
  loginCodes: LoginCodes,
  { ofProcess, signIn }: Pick<Identity, 'ofProcess' | 'signIn'>,
): ReturnType<HttpDependencies['exchangeLoginCode']> {
  if (!loginCodes.redeem(code)) return undefined;
  return { token: ofProcess.issue(ROOT_ACTOR), session: await signIn.withLoginLink() };
}

/** Creates the threads that answer reads; undefined if none are configured. */
function createReaderPool(
  config: Config,
  {
    identity,
    slots,
    ...parts
  }: Pick<ReaderPoolParts, 'audit' | 'warn'> & {
    readonly slots: Pick<SwappableIndex, 'images'>;
    readonly identity: Pick<Identity, 'ofProcess' | 'uses'>;
  },
): ReaderPool | undefined {
  const { images } = slots;
  const readers = readerCount(config);
  if (images === undefined || readers === 0) return undefined;
  return new ReaderPool({ readers, images, tokens: identity.ofProcess, uses: identity.uses, ...parts });
}

function createSecretBox(config: Config, randomHex: Environment['randomHex']): SecretBox {
  return new SecretBox({ readKey: () => readSecretKey(config, randomHex), randomHex });
}

/** Opens users, tokens and sessions, and saves the last use of tokens periodically. */
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
      .catch((error: unknown) => logs.store.warn({ err: error }, 'saving the last use of tokens failed'));
  }, SAVE_USES_MS);
  saving.unref();
  disposal.defer(() => clearInterval(saving));
  return identity;
}
