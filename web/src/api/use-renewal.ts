import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from './api-error.ts';
import { isObject } from './is-object.ts';
import { request } from './request.ts';

/** What is shown, of which changes by anybody are waited for. */
export interface Shown {
  /** Parameters of the change feed, such as `urn`. */
  readonly filter: Readonly<Record<string, string>>;
  /** Keys of the answers that are out of date after a change. */
  readonly keys: readonly QueryKey[];
}

/** How long the server holds an answer without changes, in seconds. */
const HELD_SECONDS = 50;
/** Pause after a failure, in ms: the page works without renewal, and says itself what else fails. */
const PAUSE_MS = 15_000;
/** The first question goes back so far, in ms: a change may be younger than the answers that are shown. */
const OVERLAP_MS = 10_000;

/**
 * Asks again for what is shown when anybody has changed it, as long as the page is in sight: windows behind others hold no
 * request, of which a browser has six for a server. `shown` must be the same object until something else is shown.
 */
export function useRenewal(shown: Shown): void {
  const client = useQueryClient();
  useEffect(() => {
    let since = new Date(Date.now() - OVERLAP_MS).toISOString();
    let ending = new AbortController();
    const attend = (): void => {
      ending.abort();
      if (document.visibilityState === 'hidden') return;
      ending = new AbortController();
      void follow(shown.filter, since, ending.signal, (cursor, hasChanged) => {
        since = cursor;
        if (!hasChanged) return;
        for (const queryKey of shown.keys) void client.invalidateQueries({ queryKey });
      });
    };
    attend();
    document.addEventListener('visibilitychange', attend);
    return () => {
      document.removeEventListener('visibilitychange', attend);
      ending.abort();
    };
  }, [client, shown]);
}

/** Reads the change feed until the signal; `heard` gets the cursor of each page, and whether there may have been changes. */
async function follow(
  filter: Shown['filter'],
  start: string,
  signal: AbortSignal,
  heard: (cursor: string, hasChanged: boolean) => void,
): Promise<void> {
  for (let since = start; !signal.aborted;) {
    try {
      const parameters = new URLSearchParams({ ...filter, since, wait: String(HELD_SECONDS) });
      const page = await request(`/api/colophon/v1/changes?${parameters}`, { signal });
      if (!isObject(page) || typeof page['cursor'] !== 'string' || !Array.isArray(page['events'])) return;
      heard(page['cursor'], since === 'now' || page['events'].length > 0);
      since = page['cursor'];
    } catch (error) {
      if (error instanceof ApiError && error.status === 410) since = 'now';
      else await pause(signal);
    }
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
