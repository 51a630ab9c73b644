import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../../errors.ts';
import { asText } from '../../util/json/json-input.ts';
import { elementsOf, membersOf } from '../../util/json/json-slices.ts';
import type { JsonValue } from '../../util/json.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';

const PATH = '/api/colophon/v1/changes';
const PAGE = 1_000;
/** Long-poll timeout: how long the server waits for a change, in seconds. */
const WAIT_SECONDS = 30;
/** Pause between attempts to reach an unavailable server, in ms. */
const RETRY_MS = 1_000;

/** A page of the change feed. */
export interface ReadPage {
  /** JSON texts of events, unchanged. */
  readonly events: readonly string[];
  readonly cursor: string;
}

/** What to read. */
interface Reading {
  /** Filters and start position. */
  readonly query: URLSearchParams;
  /** Whether to continue at the end of the feed, and while the server is unavailable. */
  readonly follow: boolean;
  /** Returns a client for the restarted server if its token has changed. */
  readonly renew: () => Promise<CatalogClient | undefined>;
  readonly notify: (text: string) => void;
}

/** Reads pages of the change feed; without `follow`, up to its end. */
export async function* readChanges(
  client: CatalogClient,
  { follow, query, ...away }: Reading,
): AsyncGenerator<ReadPage, void> {
  const asked = new URLSearchParams(query);
  asked.set('limit', String(PAGE));
  const path = (): string => `${PATH}?${asked.toString()}`;
  // First without waiting, so that the cursor is known before the server can become unavailable.
  let page = parsePage(await client.requestText('GET', path()));
  if (follow) asked.set('wait', String(WAIT_SECONDS));
  for (let server = client; ;) {
    yield page;
    if (page.isAtEnd && !follow) return;
    asked.set('since', page.cursor);
    const { text, ...reached } = follow
      ? await untilReached(server, path(), away)
      : { server, text: await server.requestText('GET', path()) };
    ({ server } = reached);
    page = parsePage(text);
  }
}

/** Cursor of the feed's current end; undefined for a server without a change feed. */
export async function cursorOfNow(client: CatalogClient): Promise<string | undefined> {
  try {
    return parsePage(await client.requestText('GET', `${PATH}?since=now`)).cursor;
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Retries while the server is unavailable. */
async function untilReached(
  client: CatalogClient,
  path: string,
  { notify, renew }: Pick<Reading, 'notify' | 'renew'>,
): Promise<{ readonly server: CatalogClient; readonly text: string }> {
  let server = client;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return { server, text: await server.requestText('GET', path) };
    } catch (error) {
      const code = error instanceof CatalogError ? error.code : undefined;
      const renewed = code === 'UNAUTHENTICATED' && server === client ? await renew() : undefined;
      if (renewed !== undefined) {
        server = renewed;
        continue;
      }
      if (!(error instanceof CatalogError) || (code !== 'UNAVAILABLE' && code !== 'TIMEOUT')) throw error;
      if (isFirst) notify(`${error.message} Retrying every second.`);
      await sleep(RETRY_MS);
    }
  }
}

function parsePage(text: string): ReadPage & { readonly isAtEnd: boolean } {
  const page = membersOf(text);
  // JSON.parse returns only JSON values.
  const cursor = JSON.parse(page.get('cursor') ?? 'null') as JsonValue;
  return {
    events: elementsOf(page.get('events') ?? '[]'),
    cursor: asText(cursor, 'cursor'),
    isAtEnd: page.get('isAtEnd') === 'true',
  };
}
