import type { FastifyPluginAsync } from 'fastify';
import type { Actor } from '../../auth/actor.ts';
import type { AuditLog } from '../../auth/audit-log.ts';
import type { Catalog } from '../../auth/catalog.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import type { Metrics } from '../../metrics.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Tracer } from '../../tracing.ts';
import type { HttpLimits } from './limits.ts';
import type { Site } from './site.ts';

/** Whether the server can answer; `reason` says in a sentence or two why it cannot yet, or no longer. */
export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string };

/** What tells whether the server can answer. */
export interface ReadinessSource {
  /** True from the moment when the server has been told to stop. */
  readonly isStopping: boolean;
  ask(): Promise<Readiness>;
}

/** A request that failed for a reason that is ours; what is shown to the caller is only the id. */
export interface RequestFailure {
  readonly requestId: string;
  readonly method: string;
  /** Without the query, which may hold a secret. */
  readonly path: string;
  readonly error: unknown;
}

/** A request that has been answered, for the log: no query, no body, no token. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly actor: string | undefined;
  readonly method: string;
  /** Pattern of the route; absent when there is no such path. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** The client went away before it had the whole answer. */
  readonly cutShort?: true;
  readonly err?: Error;
}

/** Everything the HTTP server needs from the rest of the program. */
export interface HttpDependencies {
  /** Resolves the token of an `Authorization: Bearer` header; throws UNAUTHENTICATED when it is missing or no good. */
  authenticate(bearer: string | undefined): Promise<Actor>;
  openCatalog(actor: Actor): Catalog;
  /** Browser sessions. */
  readonly signIn: Pick<SignIn, keyof SignIn>;
  /** Where browsers reach the server. */
  readonly site: Site;
  /** Exchanges the one-time code of a login link for a token; undefined when the code is unknown or used. */
  exchangeLoginCode(code: string): { readonly token: string } | undefined;
  readonly readiness: ReadinessSource;
  /** Resolves when answers rest on this commit and all before it; PRECONDITION when there is no such commit. */
  reach(sequence: Sequence): Promise<void>;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
  /** Records a failure that the caller cannot do anything about. */
  reportFailure(failure: RequestFailure): void;
  /** Told of every request that was answered; absent when none is logged. */
  readonly logRequest?: ((request: LoggedRequest) => void) | undefined;
  readonly limits: HttpLimits;
  /** Addresses and networks of proxies that are believed whom they speak for. */
  readonly trustedProxies: readonly string[];
  /** Where refused requests are put on record. */
  readonly audit: AuditLog;
  /** Epoch ms. */
  readonly now: () => number;
  readonly versions: {
    /** Version of this server. */
    readonly server: string;
    /** Changes with every change of the GraphQL schema or the registry; clients cache by it. */
    readonly commit: string;
  };
  readonly metrics: Metrics;
  /** Absent while no traces are recorded. */
  readonly tracer?: Pick<Tracer, 'request'> | undefined;
  /** Routes of each protocol, registered in this order, each in a scope of its own. */
  readonly protocols: readonly FastifyPluginAsync[];
}
