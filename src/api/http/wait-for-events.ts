import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CommitSignal } from '../../operations/changes/commit-signal.ts';
import type { ChangeFilter, ChangePage } from '../../operations/changes/read-changes.ts';
import type { Requester } from '../../operations/requester.ts';
import type { HeldRequests } from './limits/held-requests.ts';
import { requesterOf } from './request-context.ts';

/** A page of events that can be continued. */
export interface EventPage extends Pick<ChangePage, 'cursor' | 'isAtEnd' | 'sequence'> {
  readonly events: readonly unknown[];
}

/** What followers of changes wait for, and where they are counted. */
export interface WaitParts {
  /** Wakes those who wait for commits. */
  readonly commits: Pick<CommitSignal, 'after'>;
  readonly held: Pick<HeldRequests, 'hold'>;
}

/** Reads the page after a cursor, as the requester may see it. */
export type ReadOn<Page> = (requester: Requester, cursor: string) => Promise<Page>;

/** How a page is continued, and which changes it may have. */
export interface Following<Page> {
  readonly filter: ChangeFilter;
  readonly readOn: ReadOn<Page>;
}

/** Holds a request whose first page has no events, until there are some, the time is over, or the client leaves. */
export async function waitForEvents<Page extends EventPage>(
  request: FastifyRequest,
  reply: FastifyReply,
  first: Page,
  waitMs: number,
  { commits, filter, held, readOn }: WaitParts & Following<Page>,
): Promise<Page> {
  if (waitMs === 0 || first.events.length > 0) return first;
  using holding = held.hold(requesterOf(request).actor.urn, reply.raw);
  reply.endAnswerLimit?.();
  const signal = AbortSignal.any([holding.signal, AbortSignal.timeout(waitMs)]);
  let page = first;
  while (page.events.length === 0 && !signal.aborted) {
    page = await nextPage(request, page, { commits, filter, signal, readOn });
  }
  return page;
}

/** The page after this one, once there may be one, as the caller may see it then. Throws UNAUTHENTICATED. */
export async function nextPage<Page extends EventPage>(
  request: FastifyRequest,
  page: Page,
  {
    commits,
    filter,
    readOn,
    signal,
  }: Pick<WaitParts, 'commits'> & Following<Page> & { readonly signal: AbortSignal },
): Promise<Page> {
  const cursor = page.isAtEnd ? await commits.after(page, filter, signal) : page.cursor;
  return readOn(await request.renewRequester(), cursor);
}
