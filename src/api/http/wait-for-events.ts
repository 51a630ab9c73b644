import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CommitSignal } from '../../operations/changes/commit-signal.ts';
import type { ChangeFilter, ChangePage } from '../../operations/changes/read-changes.ts';
import type { Requester } from '../../operations/requester.ts';
import type { HeldRequests } from './limits/held-requests.ts';
import { requesterOf } from './request-context.ts';

/** A page of events, with the cursor of the next page. */
export interface EventPage extends Pick<ChangePage, 'cursor' | 'isAtEnd' | 'sequence'> {
  readonly events: readonly unknown[];
}

/** Dependencies of requests that wait for changes: the commit signal, and the limit on held requests. */
export interface WaitParts {
  /** Resolves waiting requests on each commit. */
  readonly commits: Pick<CommitSignal, 'after'>;
  readonly held: Pick<HeldRequests, 'hold'>;
}

/** Reads the page after a cursor, within what the requester may see. */
export type ReadNext<Page> = (requester: Requester, cursor: string) => Promise<Page>;

/** How to read the next page, and which changes it includes. */
export interface Following<Page> {
  readonly filter: ChangeFilter;
  readonly readOn: ReadNext<Page>;
}

/** Holds a request whose first page is empty until events occur, the time is over, or the client disconnects. */
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

/**
 * The next page, after a commit that may have added events, with the caller's rights at that time. Throws
 * UNAUTHENTICATED.
 */
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
