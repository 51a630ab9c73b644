import { invalidRequest, type CatalogError } from '../errors.ts';
import type { PageRequest } from './search-index.ts';
import { because } from '../refusals.ts';
import { shortDigest } from '../util/short-digest.ts';

/** Value that a document is sorted by: ascending its smallest, descending its largest; null when it has none. */
export type SortValue = string | number | null;

/** Position of the last hit of a page. Sorting by keys also needs `values`, ranking `score` and `state`. */
export interface Cursor {
  readonly urn: string;
  readonly values?: readonly SortValue[];
  readonly score?: number;
  /** The engine's name for the state that the scroll reads. */
  readonly state?: string;
}

/** A cursor that a client sent back, with the digest of its request. */
export interface SentCursor extends Cursor {
  readonly digest: string;
}

/** Whether hits are ordered by score, so that a scroll must read one state throughout. */
export function isRanked({ words, sort }: PageRequest): boolean {
  return words !== undefined && sort.length === 0;
}

/** INVALID_REQUEST for a scroll whose state has expired. */
export function scrollExpired(): CatalogError {
  return invalidRequest('The scroll has expired; start it again', undefined, because('CURSOR_INVALID'));
}

/** Digest of the members of a request that must be the same on each page. */
function digestOf({ entityTypes, where, words, sort }: PageRequest): string {
  const text = JSON.stringify([entityTypes, where, words ?? null, sort]);
  return shortDigest(text);
}

/**
 * Encodes a cursor for clients, who can use it with this request only. `after`: the cursor in the request; undefined on the
 * first page.
 */
export function encodeCursor(cursor: Cursor, request: PageRequest, after: SentCursor | undefined): string {
  const text = JSON.stringify({ ...cursor, digest: after?.digest ?? digestOf(request) });
  return Buffer.from(text, 'utf8').toString('base64url');
}

/** Inverse of `encodeCursor`; throws INVALID_REQUEST when the cursor is malformed or belongs to another request. */
export function decodeCursor(text: string, request: PageRequest): SentCursor {
  const parsed = parse(text);
  const cursor = typeof parsed === 'object' && parsed !== null ? readCursor({ ...parsed }) : undefined;
  if (cursor === undefined)
    throw invalidRequest(
      `Invalid scroll id: ${text}; start the scroll again without one`,
      undefined,
      because('CURSOR_INVALID'),
    );
  if (cursor.digest !== digestOf(request)) {
    throw invalidRequest(
      'Invalid scroll id: it belongs to another request; start the scroll again without one',
      undefined,
      because('CURSOR_INVALID'),
    );
  }
  return cursor;
}

/** Sort values of a cursor; throws INVALID_REQUEST unless there is one per sort key. */
export function sortValuesOf({ values }: Cursor, { sort }: PageRequest): readonly SortValue[] {
  if (values?.length !== sort.length)
    throw invalidRequest(
      'Invalid scroll id: its sort values are missing',
      undefined,
      because('CURSOR_INVALID'),
    );
  return values;
}

/** Score of a cursor; throws INVALID_REQUEST when missing. */
export function scoreOf({ score }: Cursor): number {
  if (score === undefined)
    throw invalidRequest('Invalid scroll id: its score is missing', undefined, because('CURSOR_INVALID'));
  return score;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readCursor(parsed: Record<string, unknown>): SentCursor | undefined {
  const { urn, values, score, state, digest } = parsed;
  if (typeof urn !== 'string' || typeof digest !== 'string') return undefined;
  const sortValues = readValues(values);
  return {
    urn,
    digest,
    ...(sortValues && { values: sortValues }),
    ...(typeof score === 'number' && { score }),
    ...(typeof state === 'string' && { state }),
  };
}

function readValues(values: unknown): SortValue[] | undefined {
  if (!Array.isArray(values)) return undefined;
  const items: readonly unknown[] = values;
  return items.map((value) => (typeof value === 'string' || typeof value === 'number' ? value : null));
}
