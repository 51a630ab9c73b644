import type { FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError, type ErrorCode } from '../../../errors.ts';
import { EVERY_CHANGE, readChanges, type ChangePage } from '../../../operations/changes/read-changes.ts';
import type { Urn } from '../../../model/urn.ts';
import { resultOrLate } from '../../../util/concurrency/within.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import { ServerSentEvents } from '../../http/server-sent-events.ts';
import { requesterOf } from '../../http/request-context.ts';
import { nextPage, type Following, type WaitParts } from '../../http/wait-for-events.ts';
import { RPC_CODES, RpcError, rpcFailure, rpcResult, type RpcId } from '../protocol/json-rpc.ts';
import { CHANGES_URI, urnsIn } from './resources.ts';

/** A client that wants to hear of changes. */
export interface Subscription {
  readonly id: RpcId;
  /** Addresses of resources that can change, each once. */
  readonly uris: readonly string[];
  /** The address of each entity among them, by its urn. */
  readonly entities: ReadonlyMap<Urn, string>;
}

/** Dependencies of a subscription. */
export interface ListenParts extends WaitParts {
  readonly now: () => number;
  /** Time for a client to read what was sent, in ms, plus one second per 16 KiB. */
  readonly sendTimeoutMs: number;
  /** Converts an unexpected error into one that may be shown, and reports it. */
  readonly shown: (error: unknown) => CatalogError;
}

/** Maximum addresses of one subscription. */
const MOST_URIS = 100;
/** Minimum time between two notifications of the same resource, in ms. */
const REST_MS = 1_000;
/** Changes read at a time. */
const PAGE = 500;
/** Errors that mean that the caller may no longer listen. */
const ENDED: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Reads what a client subscribes to: its resources that can change. Throws RpcError -32602. */
export function readSubscription(id: RpcId, { notifications }: JsonObject): Subscription {
  if (!isJsonObject(notifications)) {
    throw new RpcError(RPC_CODES.INVALID_PARAMS, 'notifications must be a JSON object.');
  }
  const asked = notifications['resourceSubscriptions'] ?? [];
  if (!isTexts(asked) || asked.length > MOST_URIS) throw tooMany();
  const uris = [...new Set(asked)].filter((uri) => uri === CHANGES_URI || urnsIn(uri).length > 0);
  const entities = new Map(uris.flatMap((uri) => urnsIn(uri).map((urn) => [urn, uri] as const)));
  // An encoded address can stand for two urns.
  if (entities.size > MOST_URIS) throw tooMany();
  return { id, uris, entities };
}

function tooMany(): RpcError {
  return new RpcError(
    RPC_CODES.INVALID_PARAMS,
    `notifications.resourceSubscriptions must be a list of at most ${MOST_URIS} addresses of resources.`,
  );
}

function isTexts(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * Notifies a client of changes, at most once a second for each resource, until it disconnects, its token ends or the server
 * stops. Which changes it may see is judged when they are sent. Ends at once if there is nothing to hear of. Throws
 * TOO_MANY_REQUESTS, and FORBIDDEN if the caller may see nothing.
 */
export async function listen(
  request: FastifyRequest,
  reply: FastifyReply,
  subscription: Subscription,
  parts: ListenParts,
): Promise<void> {
  const { id, uris } = subscription;
  const followed = followedBy(subscription);
  const first = await followed.readOn(requesterOf(request), 'now');
  using holding = parts.held.hold(requesterOf(request).actor.urn, reply.raw);
  reply.endAnswerLimit?.();
  reply.hijack();
  const events = new ServerSentEvents({ ...parts, response: reply.raw });
  const meta = { _meta: { [SUBSCRIPTION_ID]: id } };
  const notify = (method: string, params: JsonObject): Promise<void> =>
    events.write(eventOf({ jsonrpc: '2.0', method, params: { ...meta, ...params } }));
  events.open(reply.getHeaders());
  await notify('notifications/subscriptions/acknowledged', {
    notifications: { resourceSubscriptions: uris.slice() },
  });
  try {
    const on = { commits: parts.commits, signal: holding.signal, ...followed };
    for (let page = first; uris.length > 0 && !on.signal.aborted;) {
      const { changed, last } = await changesAfter(request, page, on, subscription);
      page = last;
      for (const uri of changed) await notify('notifications/resources/updated', { uri });
      if (changed.length > 0) await pause(REST_MS, on.signal);
      else if (events.isQuiet) await events.keepOpen();
    }
    await events.write(eventOf(rpcResult(id, { resultType: 'complete', ...meta })));
  } catch (error) {
    await events.write(eventOf(endingOf(id, error, parts, meta)));
  }
  events.end();
}

/** Waits for the changes after a page, for some seconds at most, and reads all of them. */
async function changesAfter(
  request: FastifyRequest,
  page: ChangePage,
  on: Parameters<typeof nextPage<ChangePage>>[2],
  { entities, uris }: Subscription,
): Promise<{ readonly changed: readonly string[]; readonly last: ChangePage }> {
  const changed = new Set<string>();
  let last = await nextPage(request, page, on);
  for (;;) {
    for (const { urn } of last.events) {
      const entity = entities.get(urn);
      if (entity !== undefined) changed.add(entity);
    }
    if (last.events.length > 0 && uris.includes(CHANGES_URI)) changed.add(CHANGES_URI);
    if (last.isAtEnd || on.signal.aborted) return { changed: [...changed], last };
    last = await nextPage(request, last, on);
  }
}

/** The last message: the result if the token has ended or lost its rights, else the error. */
function endingOf(
  id: RpcId,
  error: unknown,
  { shown }: Pick<ListenParts, 'shown'>,
  meta: JsonObject,
): JsonObject {
  const isEnded = error instanceof CatalogError && ENDED.has(error.code);
  if (isEnded) return rpcResult(id, { resultType: 'complete', ...meta });
  const { message } = error instanceof CatalogError ? error : shown(error);
  return rpcFailure(id, { code: RPC_CODES.INTERNAL, message });
}

function eventOf(message: JsonObject): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

function followedBy({ entities, uris }: Subscription): Following<ChangePage> {
  const filter = uris.includes(CHANGES_URI) ? EVERY_CHANGE : { ...EVERY_CHANGE, urns: [...entities.keys()] };
  return {
    filter,
    readOn: (requester, since) => requester.run(readChanges, { since, limit: PAGE, ...filter }),
  };
}

/** Waits for a time, or until the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => resolve(undefined);
  signal.addEventListener('abort', end);
  await resultOrLate(ms, signal.aborted ? Promise.resolve(undefined) : promise);
  signal.removeEventListener('abort', end);
}
