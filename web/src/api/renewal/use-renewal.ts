import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, isTransient, PageError } from '../api-error.ts';
import { isObject } from '../is-object.ts';
import { whileHeld } from '../reachability.ts';
import { request } from '../request.ts';
import { newerKey } from './newer-key.ts';
import { isOutdated } from './outdated.ts';
import { feedFilter, isIndexed, isOf } from './shown.ts';

/** Long-poll timeout: how long the server waits for a change, in seconds. */
const HELD_SECONDS = 50;
/** Pause after a failure, in ms. Pages work without live updates and report their own failures. */
const FAILURE_PAUSE_MS = 5_000;
/** Minimum pause between two renewals, in ms; at least three times as long as the renewal took. */
const REST_MS = 2_000;
const REST = 3;
/** Overlap of the first poll, in ms: covers changes made after the shown results were read. */
const OVERLAP_MS = 10_000;
/** Time for a page to settle after navigation, in ms. */
const SETTLED_MS = 200;

/**
 * Refetches active queries when anyone changes what they depend on (`meta.shows`). A visible window holds one long-poll request
 * for all of them, because a browser opens at most six connections to a server.
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

/** Position in the change feed; independent of what is shown. */
interface Place {
  /** A cursor or a time; `now` if the last cursor has expired. */
  since: string;
  /** Queries to refetch again: those that failed, and those read from the index right after a change, which it may not have had yet. */
  again: readonly Query[];
  /** When the next renewal may begin, in the time of `performance`. */
  restsUntil: number;
}

/** Polls the change feed from a position until the signal aborts, and refetches what has changed. */
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
      // Aborted by the signal: `request` throws ApiError for every other failure.
      if (error instanceof DOMException) return;
      if (error instanceof ApiError && error.status === 410) place.since = 'now';
      else if (isTransient(error)) await pause(FAILURE_PAUSE_MS, signal);
      // Refused permanently: the person may read nothing, or a urn is invalid.
      else return;
    }
  }
}

/**
 * Refetches the queries; `urns`: the entities that changed, undefined if unknown. Resolves with the queries that failed with a
 * transient error.
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
        // The shown data stays even if this fails.
        failed.push(query);
      }
    }),
  ]);
  return [...failed, ...queries.filter(isOutdated)];
}

/** Reads a page of the feed: the urns of its events, and the cursor of the next page. */
async function readFeed(
  filter: string,
  since: string,
  wait: number,
  signal: AbortSignal,
): Promise<{ readonly cursor: string; readonly isAtEnd: boolean; readonly urns: readonly string[] }> {
  const parameters = new URLSearchParams(filter);
  parameters.set('since', since);
  parameters.set('wait', String(wait));
  const ask = (): Promise<unknown> => request(`/api/colophon/v1/changes?${parameters}`, { signal });
  const page = await (wait > 0 ? whileHeld(ask) : ask());
  const events: unknown = isObject(page) ? page['events'] : undefined;
  if (!isObject(page) || typeof page['cursor'] !== 'string' || !Array.isArray(events))
    throw new PageError('The server sent changes in an unknown format. Reload the page.');
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
