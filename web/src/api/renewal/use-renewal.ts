import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, mayPass } from '../api-error.ts';
import { isObject } from '../is-object.ts';
import { request } from '../request.ts';
import { newerKey } from './newer-key.ts';
import { isOutdated } from './outdated.ts';
import { feedFilter, isIndexed, isOf } from './shown.ts';

/** How long the server holds an answer without changes, in seconds. */
const HELD_SECONDS = 50;
/** Pause after a failure, in ms: the page works without renewal, and says itself what else fails. */
const FAILURE_PAUSE_MS = 5_000;
/** Least time between two renewals, in ms; a renewal that takes long is followed by three times as much. */
const REST_MS = 2_000;
const REST = 3;
/** The first question goes back so far, in ms: a change may be younger than the answers that are shown. */
const OVERLAP_MS = 10_000;
/** Time in which a page that is being opened or left settles, in ms. */
const SETTLED_MS = 200;

/**
 * Asks again for what is shown, by the `meta` of its queries, when anybody has changed it. A window holds one request for all of
 * it, as long as it is in sight: a browser has six for a server.
 */
export function useRenewal(): void {
  const client = useQueryClient();
  useEffect(() => {
    const place: Place = {
      since: new Date(Date.now() - OVERLAP_MS).toISOString(),
      again: [],
      restsUntil: 0,
    };
    let followed = '';
    let ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attend = (): void => {
      timer = undefined;
      const isVisible = document.visibilityState !== 'hidden';
      const filter = feedFilter(
        isVisible ? shownQueries(client).flatMap(({ meta }) => meta?.shows ?? []) : [],
      );
      if (filter === followed) return;
      followed = filter;
      ending.abort();
      if (filter === '') return;
      ending = new AbortController();
      void follow(client, filter, place, ending.signal);
    };
    const unsubscribe = client.getQueryCache().subscribe(() => {
      timer ??= setTimeout(attend, SETTLED_MS);
    });
    attend();
    document.addEventListener('visibilitychange', attend);
    return () => {
      document.removeEventListener('visibilitychange', attend);
      unsubscribe();
      clearTimeout(timer);
      ending.abort();
    };
  }, [client]);
}

function shownQueries(client: QueryClient): readonly Query[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ meta }) => meta?.shows !== undefined });
}

/** How far the change feed was read, whatever was shown meanwhile. */
interface Place {
  /** A cursor or a time; `now` when the last cursor is not kept any more. */
  since: string;
  /** To be asked for once more: what came from the index right after a change, which may not have had it, and what failed. */
  again: readonly Query[];
  /** When the next renewal may begin, in the time of `performance`. */
  restsUntil: number;
}

/** Reads the change feed on from a place until the signal, and renews what has changed. */
async function follow(client: QueryClient, filter: string, place: Place, signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(place.restsUntil - performance.now(), signal);
    if (signal.aborted) return;
    try {
      const { again, since } = place;
      const isLost = since === 'now';
      const page = await readFeed(filter, since, isLost || again.length > 0 ? 0 : HELD_SECONDS, signal);
      const { isAtEnd, urns } = page;
      const isTooMuch = urns.length > 0 && !isAtEnd;
      place.since = isTooMuch ? (await readFeed(filter, 'now', 0, signal)).cursor : page.cursor;
      const isChanged = ({ meta }: Query): boolean =>
        isLost || isTooMuch || urns.some((urn) => meta?.shows !== undefined && isOf(meta.shows, urn));
      const changed = shownQueries(client).filter((query) => again.includes(query) || isChanged(query));
      const indexed = changed.filter(({ meta }) => meta !== undefined && isIndexed(meta));
      const began = performance.now();
      const failed = await renew(client, changed, isLost || isTooMuch ? undefined : urns);
      const now = performance.now();
      place.again = [...(urns.length === 0 ? [] : indexed), ...failed];
      if (failed.length > 0) place.restsUntil = now + FAILURE_PAUSE_MS;
      else if (urns.length > 0) place.restsUntil = now + Math.max(REST_MS, REST * (now - began));
    } catch (error) {
      // The signal: `request` has its own errors for all else.
      if (error instanceof DOMException) return;
      if (error instanceof ApiError && error.status === 410) place.since = 'now';
      else if (mayPass(error)) await pause(FAILURE_PAUSE_MS, signal);
      // Refused for good, to somebody who may read nothing, or of a urn that is none.
      else return;
    }
  }
}

/**
 * Asks again for what the queries show; `urns`: of these entities, undefined if it is not known of which. Resolves with the queries
 * that failed for now.
 */
async function renew(
  client: QueryClient,
  queries: readonly Query[],
  urns: readonly string[] | undefined,
): Promise<readonly Query[]> {
  const kept = queries.filter(({ meta }) => meta?.isKept === true);
  const inPart = urns === undefined ? [] : queries.filter(({ meta }) => meta?.renewPart !== undefined);
  const others = new Set(queries.filter((query) => !kept.includes(query) && !inPart.includes(query)));
  const failed: Query[] = [];
  const wholly = (these: ReadonlySet<Query>): Promise<void> =>
    client.invalidateQueries({ predicate: (query) => these.has(query) });
  await Promise.all([
    wholly(others),
    ...inPart.map((query) => query.meta?.renewPart?.(urns ?? []).catch(() => wholly(new Set([query])))),
    ...kept.map(async (query) => {
      const { queryFn } = query.options;
      try {
        const queryKey = newerKey(query.queryKey);
        await client.query({ queryKey, ...(queryFn && { queryFn }), staleTime: 0 });
      } catch {
        // What is shown stays, whatever came of this.
        failed.push(query);
      }
    }),
  ]);
  return [...failed, ...queries.filter(isOutdated)];
}

/** A page of the feed: the entities that its events are about, and where the next page begins. */
async function readFeed(
  filter: string,
  since: string,
  wait: number,
  signal: AbortSignal,
): Promise<{ readonly cursor: string; readonly isAtEnd: boolean; readonly urns: readonly string[] }> {
  const parameters = new URLSearchParams(filter);
  parameters.set('since', since);
  parameters.set('wait', String(wait));
  const page = await request(`/api/colophon/v1/changes?${parameters}`, { signal });
  const events: unknown = isObject(page) ? page['events'] : undefined;
  if (!isObject(page) || typeof page['cursor'] !== 'string' || !Array.isArray(events))
    throw new ApiError('The server sent changes in a form that is not known.', 400);
  const urns = events.flatMap((event: unknown) =>
    isObject(event) && typeof event['entityUrn'] === 'string' ? [event['entityUrn']] : [],
  );
  return { cursor: page['cursor'], isAtEnd: page['isAtEnd'] === true, urns };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
