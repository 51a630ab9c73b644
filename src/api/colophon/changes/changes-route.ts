import type { FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import {
  MOST_CHANGES,
  DEFAULT_CHANGES,
  readChanges,
  type ChangePage,
} from '../../../operations/changes/read-changes.ts';
import type { Requester } from '../../../operations/requester.ts';
import type { JsonObject } from '../../../util/json.ts';
import { errorAnswer } from '../../http/answers/error-handler.ts';
import type { HttpDependencies } from '../../http/dependencies.ts';
import { requesterOf } from '../../http/request-context.ts';
import { nextPage, waitForEvents, type Following, type WaitParts } from '../../http/wait-for-events.ts';
import type { OwnRoute } from '../own-route.ts';
import { pageJson } from './change-json.ts';
import { EventStream } from './event-stream.ts';
import { LONGEST_WAIT, readQuery, type ChangesRequest } from './read-query.ts';

/** Which changes to follow, and from which position. */
type Followed = Pick<ChangesRequest, 'filter' | 'limit' | 'since'>;

/** Dependencies of the change feed. */
export interface FollowParts extends WaitParts, Pick<HttpDependencies, 'now' | 'reportFailure'> {
  /** Time for a client to read what was sent, in ms, plus one second per 16 KiB. */
  readonly sendTimeoutMs: number;
}

/** Maximum events that a stream sends at a time, unless one commit has more. */
const STREAM_PAGE = 100;

const TEXT: JsonObject = { type: 'string' };
const TEXTS: JsonObject = { type: 'array', items: TEXT };

/** The change feed: a page, or a stream of Server-Sent Events. */
export function changesRoute(parts: FollowParts): OwnRoute {
  return {
    method: 'GET',
    path: '/changes',
    mayExpire: true,
    operation: readChanges,
    summary: 'Reads or follows the changes of the catalog, oldest first.',
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
      const { isStream, waitMs, ...asked } = readQuery(request);
      const page = await read(requesterOf(request), asked);
      if (isStream) {
        await stream(request, reply, { ...asked, limit: STREAM_PAGE }, page, parts);
        return undefined;
      }
      const answer = await waitForEvents(request, reply, page, waitMs, { ...parts, ...following(asked) });
      void reply.type('application/json; charset=utf-8');
      return pageJson(answer);
    },
  };
}

function query(name: string, schema: JsonObject, description: string): JsonObject {
  return { name, in: 'query', description, schema };
}

/** Sends events until the client disconnects, loses its rights or stops reading. */
async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Followed,
  first: ChangePage,
  parts: FollowParts,
): Promise<void> {
  using holding = parts.held.hold(requesterOf(request).actor.urn, reply.raw);
  reply.endAnswerLimit?.();
  reply.hijack();
  const { signal } = holding;
  const on = { commits: parts.commits, signal, ...following(asked) };
  const events = new EventStream({ ...parts, response: reply.raw });
  try {
    await events.open(reply.getHeaders());
    for (let page = first; !signal.aborted;) {
      await events.send(page);
      page = await nextPage(request, page, on);
    }
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const known = error instanceof CatalogError ? error : undefined;
    const { body, status } = errorAnswer(failure, known, request, parts);
    await events.fail({ status, ...body });
  }
  events.end();
}

function read(requester: Requester, { filter, ...page }: Followed): Promise<ChangePage> {
  return requester.run(readChanges, { ...page, ...filter });
}

function following(asked: Followed): Following<ChangePage> {
  return { filter: asked.filter, readOn: (requester, since) => read(requester, { ...asked, since }) };
}
