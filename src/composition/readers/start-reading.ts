import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { HttpLimits } from '../../api/http/limits/limits.ts';
import type { HttpDependencies } from '../../api/http/dependencies.ts';
import { closeServer } from '../../api/http/close-server.ts';
import { createHttpServer } from '../../api/http/http-server.ts';
import { Forwarder } from '../../api/http/threads/forward.ts';
import { createReadingServer } from '../../api/http/threads/reading-server.ts';
import { currentOrigin } from '../../auth/audit/request-scope.ts';
import { Authentication } from '../../auth/tokens/authentication.ts';
import { ProcessTokens } from '../../auth/tokens/process-tokens.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { CatalogError } from '../../errors.ts';
import { createThreadMetrics } from '../../metrics/metrics.ts';
import { EntityReferences } from '../../model/entity-reference.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { limitUrns } from '../../operations/list-limits.ts';
import { onlyInMainThread } from '../../operations/only-in-main.ts';
import { Requester } from '../../operations/requester.ts';
import { ReceivedIndex } from '../../search/embedded/received-index.ts';
import { damageReporter } from '../report-damage.ts';
import { IdleMemory } from '../../util/idle-memory.ts';
import { ReadingStore } from '../../store/sqlite/reading-store.ts';
import { loadCaches } from '../caches.ts';
import { createReads } from '../create-reads.ts';
import { describeServer } from '../describe-server.ts';
import { observeOperations } from '../observe-operations.ts';
import { openObservation, warningOf } from '../open-observation.ts';
import { operationSettings } from '../operation-settings.ts';
import { tracedReaders, tracedReads } from '../tracing/traced-engines.ts';
import { LastState } from './last-state.ts';
import { MainThread, type MainThreadListeners } from './main-thread.ts';
import type { ReaderStart } from './messages.ts';
import { ReadingParts } from './reading-parts.ts';
import { SharedProgress } from './shared-progress.ts';
import { UsesToReport } from './uses-to-report.ts';

/** Minimum size of the cache of values derived from the index, in bytes. */
const DERIVED_BYTES = 32 * 2 ** 20;
/** Interval for catching up without a request, in ms. */
const KEEP_UP_MS = 1_000;

/** Starts answering reads in this thread. */
export async function startReading(start: ReaderStart, now: () => number): Promise<void> {
  const { addresses } = start;
  await using opening = new AsyncDisposableStack();
  opening.use(new IdleMemory());
  const { forwarder, http, limits, listeners, main, state, warn } = await openReading(start, {
    now,
    disposal: opening,
  });
  await http.ready();
  const servers = addresses.map(() =>
    createReadingServer({
      limits,
      forwarder,
      connectionCounts: { memory: start.connections, thread: start.reader + 1 },
      answer: (request, response) => http.server.emit('request', request, response),
      caughtUp: () => state.caughtUp(),
    }),
  );
  const refreshing = setInterval(() => {
    state.keepUp().catch(warn);
  }, KEEP_UP_MS).unref();
  const disposal = opening.move();
  const stop = async (): Promise<void> => {
    clearInterval(refreshing);
    await Promise.all(servers.map(closeServer));
    await http.close();
    forwarder.close();
    await disposal.disposeAsync();
    main.close();
  };
  main.listen({ ...listeners, stop: () => void stop() });
  await Promise.all(servers.map((server, i) => listen(server, addresses[i])));
  main.post({ kind: 'listening' });
}

/** Parts of an opened reading thread. */
interface OpenReading {
  readonly http: FastifyInstance;
  readonly limits: HttpLimits;
  readonly forwarder: Forwarder;
  readonly main: MainThread;
  readonly state: LastState;
  readonly warn: (error: unknown) => void;
  readonly listeners: Omit<MainThreadListeners, 'stop'>;
}

/** Builds the read path of a reading thread; `createApp` builds the full server. */
async function openReading(
  start: ReaderStart,
  { disposal, now }: { readonly disposal: AsyncDisposableStack; readonly now: () => number },
): Promise<OpenReading> {
  const { config, image, reader } = start;
  const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');
  const { logs, tracer } = await openObservation(config, { now, randomHex, disposal });
  const registry = loadRegistry(readRegistry(config.registry));
  const store = disposal.use(new ReadingStore(config.data, damageReporter(logs)));
  const main = new MainThread(start.port, image);
  const since = store.log.lastSequence();
  const caches = await loadCaches(store.reader, since);
  const index = new ReceivedIndex(
    { now, derivedBytes: DERIVED_BYTES, keptElsewhere: (opening, number) => main.borrow(opening, number) },
    image,
  );
  const progress = new SharedProgress(start.progress);
  const state = new LastState({ log: store.log, caches, since, index, main, progress, reader });
  const settings = {
    ...operationSettings(config, { registry, now, newId: randomUUID }),
    onlyReads: true,
  } as const;
  const references = new EntityReferences(registry);
  const metrics = createThreadMetrics();
  const { authorizer, query } = createReads({
    store: { runs: store.runs, points: store.points, ...tracedReaders(store, tracer, 'sqlite') },
    index: tracedReads(index, tracer, 'embedded'),
    registry,
    caches,
    warn: warningOf(logs),
    readSize: config.limits.readBytes,
  });
  const parts = new ReadingParts({
    observe: observeOperations(metrics, tracer),
    query: limitUrns(query, settings),
    authorizer,
    references,
    settings,
    reader: store.reader,
    auditLog: {
      record: (record, origin = currentOrigin()) => main.post({ kind: 'audit', record, origin }),
    },
  });
  const ofProcess = new ProcessTokens(onlyInMainThread, start.tokens);
  const uses = disposal.use(new UsesToReport((ids) => main.post({ kind: 'used', ids })));
  const authentication = new Authentication({ known: caches.tokens, ofProcess, uses, now });
  const forwarder = new Forwarder(start.main);
  // The main thread has the followers.
  const following = { commits: { after: onlyInMainThread }, held: { hold: onlyInMainThread } };
  const described = describeServer(config, { following, settings, references, randomHex, logs, tracer });
  const http = createHttpServer({
    ...described,
    ...ONLY_IN_MAIN,
    tracer,
    audit: parts.auditLog,
    actorBuckets: start.actorBuckets,
    // Refused requests are passed to the main thread, which counts, records and answers them.
    authenticate: (bearer) => authentication.ofBearer(bearer).catch(leaveRefusals),
    authenticateAgent: onlyInMainThread,
    requesterFor: (actor, cancellation) => new Requester(parts, actor, cancellation),
    forward: (request, response, state) => forwarder.forward(request, response, state),
    metrics: { ...metrics, contentType: '', text: onlyInMainThread },
  });
  const listeners: OpenReading['listeners'] = {
    image: (received, changes) => {
      index.receive(received);
      state.arrived(changes);
    },
    token: (id, actor) => ofProcess.add(id, actor),
    metrics: (ask) => void metrics.all().then((all) => main.post({ kind: 'metrics', ask, metrics: all })),
    kept: (ask, opening, number) => main.post({ kind: 'kept', ask, image: index.kept(opening, number) }),
  };
  const warn = (error: unknown): void =>
    logs.store.warn({ err: error }, 'a reading thread could not catch up');
  return { http, limits: described.limits, forwarder, main, state, warn, listeners };
}

/** Never used here: requests that need these are passed to the main thread first. */
const ONLY_IN_MAIN: Pick<HttpDependencies, 'exchangeLoginCode' | 'reach' | 'readiness' | 'signIn'> = {
  exchangeLoginCode: onlyInMainThread,
  reach: onlyInMainThread,
  readiness: { isStopping: false, ask: onlyInMainThread },
  signIn: {
    offersPasswords: false,
    offersOidc: false,
    authenticate: onlyInMainThread,
    withLoginLink: onlyInMainThread,
    withPassword: onlyInMainThread,
    signUp: onlyInMainThread,
    resetPassword: onlyInMainThread,
    startOidc: onlyInMainThread,
    finishOidc: onlyInMainThread,
    end: onlyInMainThread,
  },
};

function leaveRefusals(error: unknown): never {
  if (error instanceof CatalogError && error.code === 'UNAUTHENTICATED') onlyInMainThread();
  throw error;
}

async function listen(server: Server, place: ReaderStart['addresses'][number] | undefined): Promise<void> {
  if (place === undefined) return;
  server.listen({ host: place.address, port: place.port, reusePort: true });
  await once(server, 'listening');
}
