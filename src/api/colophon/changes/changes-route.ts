import type { FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import type { CommitSignal } from '../../../operations/changes/commit-signal.ts';
import { MOST_CHANGES, DEFAULT_CHANGES, readChanges } from '../../../operations/changes/read-changes.ts';
import type { ChangePage, ReadChangesInput } from '../../../operations/changes/read-changes.ts';
import type { JsonObject } from '../../../util/json.ts';
import { errorAnswer } from '../../http/answers/error-handler.ts';
import type { HttpDependencies } from '../../http/dependencies.ts';
import type { HeldRequest, HeldRequests } from '../../http/limits/held-requests.ts';
import { requesterOf } from '../../http/request-context.ts';
import type { OwnRoute } from '../own-route.ts';
import { pageJson } from './change-json.ts';
import { EventStream } from './event-stream.ts';
import { LONGEST_WAIT, readQuery } from './read-query.ts';

/** What the change feed needs of the server. */
export interface FollowParts extends Pick<HttpDependencies, 'now' | 'reportFailure'> {
  /** Wakes those who wait for commits. */
  readonly commits: Pick<CommitSignal, 'after'>;
  readonly held: Pick<HeldRequests, 'hold'>;
  /** Time for a client to read what it was sent, in ms, plus one second per 16 KiB. */
  readonly sendTimeoutMs: number;
}

/** Maximum events that a stream sends at a time, unless one commit has more. */
const STREAM_PAGE = 100;

const TEXT: JsonObject = { type: 'string' };
const TEXTS: JsonObject = { type: 'array', items: TEXT };

/** The change feed: a page, or a stream of Server-Sent Events. */
export function changesRoute(parts: FollowParts): OwnRoute {
  return {
    ...{ method: 'GET', path: '/changes', operation: readChanges },
    summary: 'Read or follow the changes of the catalog, oldest first',
    parameters: [
      query('since', TEXT, 'A cursor, now (default), oldest, or a time such as 2026-03-01T14:30:00Z.'),
      query('entityType', TEXTS, 'Only changes of entities of these types.'),
      query('aspect', TEXTS, 'Only changes of these aspects.'),
      query('property', TEXTS, 'Only changes of values of these structured properties, by urn.'),
      query('urn', TEXTS, 'Only changes of these entities.'),
      query('runId', TEXTS, 'Only changes by these ingestion runs.'),
      query(
        'limit',
        { type: 'integer', minimum: 1, maximum: MOST_CHANGES, default: DEFAULT_CHANGES },
        'Events per page; those of one commit are never split.',
      ),
      query(
        'wait',
        { type: 'integer', minimum: 0, maximum: LONGEST_WAIT, default: 0 },
        'Seconds to wait for the first event.',
      ),
    ],
    respond: async (request, reply) => {
      const { input, isStream, waitMs } = readQuery(request);
      const page = await requesterOf(request).run(readChanges, input);
      if (isStream) {
        await stream(request, reply, { ...input, limit: STREAM_PAGE }, page, parts);
        return undefined;
      }
      const answer =
        waitMs > 0 && page.events.length === 0
          ? await wait(request, reply, input, page, waitMs, parts)
          : page;
      void reply.type('application/json; charset=utf-8');
      return pageJson(answer);
    },
  };
}

function query(name: string, schema: JsonObject, description: string): JsonObject {
  return { name, in: 'query', description, schema };
}

/** Waits for the first event. */
async function wait(
  request: FastifyRequest,
  reply: FastifyReply,
  input: ReadChangesInput,
  first: ChangePage,
  waitMs: number,
  { commits, held }: FollowParts,
): Promise<ChangePage> {
  using holding = held.hold(requesterOf(request).actor.urn, reply.raw);
  reply.endAnswerLimit?.();
  const signal = AbortSignal.any([holding.signal, AbortSignal.timeout(waitMs)]);
  let page = first;
  while (page.events.length === 0 && !signal.aborted) {
    page = await next(request, input, page, { commits, signal });
  }
  return page;
}

/** Sends events until the client leaves, loses its rights or does not read what it is sent. */
async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  input: ReadChangesInput,
  first: ChangePage,
  parts: FollowParts,
): Promise<void> {
  using holding = parts.held.hold(requesterOf(request).actor.urn, reply.raw);
  reply.endAnswerLimit?.();
  reply.hijack();
  const { signal } = holding;
  const events = new EventStream(reply.raw, parts.sendTimeoutMs, parts.now);
  try {
    await events.open(reply.getHeaders());
    for (let page = first; !signal.aborted;) {
      await events.send(page);
      page = await next(request, input, page, { commits: parts.commits, signal });
    }
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const known = error instanceof CatalogError ? error : undefined;
    const { body, status } = errorAnswer(failure, known, request, parts);
    await events.fail({ status, ...body });
  }
  events.end();
}

/** The page after this one, once there may be one, as the caller may see it then. */
async function next(
  request: FastifyRequest,
  input: ReadChangesInput,
  { cursor, isAtEnd, sequence }: ChangePage,
  { commits, signal }: Pick<FollowParts, 'commits'> & Pick<HeldRequest, 'signal'>,
): Promise<ChangePage> {
  if (isAtEnd) await commits.after(sequence, signal);
  const requester = await request.renewRequester();
  return requester.run(readChanges, { ...input, since: cursor });
}
