import type { FastifyPluginAsync } from 'fastify';
import type { Actor } from '../../auth/actor.ts';
import type { AuditLog } from '../../auth/audit/audit-log.ts';
import type { RequestWarnings } from '../../auth/audit/request-scope.ts';
import type { BrowserSession, SignIn } from '../../auth/accounts/sign-in.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Requester } from '../../operations/requester.ts';
import type { Tracer } from '../../tracing.ts';
import type { Refusal } from '../../refusals.ts';
import type { Cancellation } from '../../util/concurrency/cancellation.ts';
import type { ConnectionCounts } from './limits/limit-connections.ts';
import type { HttpLimits } from './limits/limits.ts';
import type { Forwarder } from './threads/forward.ts';
import type { Site } from './site.ts';
import type { WebFiles } from './web/web-files.ts';

/** One reason why the server is not ready. */
export type Unreadiness = Refusal & { readonly message: string };

/** Whether the server is ready; `reason`: why not, in one or two sentences, which `problems` has as data. */
export type Readiness =
  | { readonly ready: true }
  | { readonly ready: false; readonly reason: string; readonly problems: readonly Unreadiness[] };

/** Source of the readiness state. */
export interface ReadinessSource {
  /** True once shutdown has begun. */
  readonly isStopping: boolean;
  ask(): Promise<Readiness>;
}

/** A request that failed with an internal error; the caller sees only its id. */
export interface RequestFailure {
  readonly requestId: string;
  /** Urn of the caller; undefined without a valid token. */
  readonly actor: string | undefined;
  readonly method: string;
  /** Without the query, which may hold a secret. */
  readonly path: string;
  readonly error: unknown;
}

/** A log entry of an answered request; contains no query, body or token. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly actor: string | undefined;
  readonly method: string;
  /** Pattern of the route; absent for an unknown path. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** The client disconnected before the whole response was sent. */
  readonly cutShort?: true;
  readonly err?: Error;
}

/** Everything the HTTP server needs from the rest of the program. */
export interface HttpDependencies {
  /** Resolves the token of an `Authorization: Bearer` header; throws UNAUTHENTICATED when it is missing or invalid. */
  authenticate(bearer: string | undefined): Promise<Actor>;
  /** As `authenticate`, for the tools for agents: accepts access tokens of OAuth clients for the resource, too. */
  authenticateAgent(bearer: string | undefined, resource: string): Promise<Actor>;
  requesterFor(actor: Actor, cancellation?: Cancellation): Requester;
  /** Browser sessions. */
  readonly signIn: Pick<SignIn, keyof SignIn>;
  /** Public address of the server. */
  readonly site: Site;
  /** Exchanges the one-time code of a login link for a token and a session; undefined when the code is unknown or used. */
  exchangeLoginCode(
    code: string,
  ): Promise<{ readonly token: string; readonly session: BrowserSession } | undefined>;
  readonly readiness: ReadinessSource;
  /** Resolves when this process has caught up to the sequence; throws PRECONDITION when there is no such commit. */
  reach(sequence: Sequence): Promise<void>;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
  /** Reports an internal error. */
  reportFailure(failure: RequestFailure): void;
  /** Logs the warnings of an answered request in one line. */
  logWarnings(ids: Pick<LoggedRequest, 'requestId' | 'actor' | 'traceId'>, warnings: RequestWarnings): void;
  /** Called for every answered request; absent when requests are not logged. */
  readonly logRequest?: ((request: LoggedRequest) => void) | undefined;
  readonly limits: HttpLimits;
  /** Shared counters of requests per actor, if several threads serve requests. */
  readonly actorBuckets?: SharedArrayBuffer | undefined;
  /** Shared counters of connections, if several threads listen on one port. */
  readonly connectionCounts?: ConnectionCounts | undefined;
  /** Passes a request on to the main thread; only in a thread that reads. */
  readonly forward?: Forwarder['forward'] | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Records refused requests and logins. */
  readonly audit: AuditLog;
  /** Epoch ms. */
  readonly now: () => number;
  readonly versions: {
    readonly server: string;
    /** Commit that the server was built from, if it is known. */
    readonly serverCommit: string | undefined;
    /** Hash of the GraphQL schema and the registry; clients use it as a cache key. */
    readonly commit: string;
  };
  /** Whether metrics are served without a token. */
  readonly openMetrics: boolean;
  readonly metrics: Pick<Metrics, 'contentType' | 'requestAnswered' | 'text'>;
  /** Absent when tracing is disabled. */
  readonly tracer?: Pick<Tracer, 'request'> | undefined;
  /** The web interface; absent when it is not built or disabled. */
  readonly web?: WebFiles | undefined;
  /** Route plugins of the protocols, registered in this order, each in its own Fastify scope. */
  readonly protocols: readonly FastifyPluginAsync[];
}
