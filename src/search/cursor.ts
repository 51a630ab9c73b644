import { createHash } from 'node:crypto';
import { invalidRequest } from '../errors.ts';
import type { CatalogError } from '../errors.ts';
import type { PageRequest } from './search-index.ts';

/** Value that a document is sorted by: its smallest ascending, its largest descending; null when it has none. */
export type SortValue = string | number | null;

/** Where a page ended. A page by urn needs the urn, one by sort keys also `values`, a ranked one `score` and `state`. */
export interface Cursor {
  readonly urn: string;
  readonly values?: readonly SortValue[];
  readonly score?: number;
  /** What the engine calls the state that the scroll stays in. */
  readonly state?: string;
}

/** True when the order of the hits depends on their scores, so that a scroll must stay within one state. */
export function isRanked({ words, sort }: PageRequest): boolean {
  return words !== undefined && sort.length === 0;
}

/** The error for a scroll whose state is gone. */
export function scrollExpired(): CatalogError {
  return invalidRequest('The scroll has expired; start it again');
}

/** What of a request must stay the same from page to page. */
export function digestOf({ entityTypes, where, words, sort }: PageRequest): string {
  const text = JSON.stringify([entityTypes, where, words ?? null, sort]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** The cursor as clients get it. */
export function encodeCursor(cursor: Cursor, digest: string): string {
  return Buffer.from(JSON.stringify({ ...cursor, digest }), 'utf8').toString('base64url');
}

/** Reads what `encodeCursor` made; throws INVALID_REQUEST when it is malformed or of another request. */
export function decodeCursor(text: string, digest: string): Cursor {
  const parsed = parse(text);
  const cursor = typeof parsed === 'object' && parsed !== null ? readCursor({ ...parsed }) : undefined;
  if (cursor === undefined)
    throw invalidRequest(`Invalid scroll id: ${text}; start the scroll again without one`);
  if (cursor.digest !== digest) {
    throw invalidRequest(
      'Invalid scroll id: it belongs to another request; start the scroll again without one',
    );
  }
  return cursor;
}

/** The sort values at which a page of this request ended; throws INVALID_REQUEST when there are none. */
export function sortValuesOf({ values }: Cursor, { sort }: PageRequest): readonly SortValue[] {
  if (values?.length !== sort.length) throw invalidRequest('Invalid scroll id: its sort values are missing');
  return values;
}

/** The score at which a page ended; throws INVALID_REQUEST when there is none. */
export function scoreOf({ score }: Cursor): number {
  if (score === undefined) throw invalidRequest('Invalid scroll id: its score is missing');
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

function readCursor(parsed: Record<string, unknown>): (Cursor & { digest: string }) | undefined {
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
