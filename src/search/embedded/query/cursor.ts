import { createHash } from 'node:crypto';
import { invalidRequest } from '../../../errors.ts';
import type { PageRequest } from '../../search-index.ts';
import type { SortValue } from './sort-key.ts';

/** Where a page ended. A page by urn needs the urn, one by sort keys also `values`, a ranked one `score` and `pin`. */
export interface Cursor {
  readonly urn: string;
  readonly values?: readonly SortValue[];
  readonly score?: number;
  /** The pinned state, and which opening of the index it belongs to. */
  readonly pin?: { readonly epoch: number; readonly opening: number };
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

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readCursor(parsed: Record<string, unknown>): (Cursor & { digest: string }) | undefined {
  const { urn, values, score, pin, digest } = parsed;
  if (typeof urn !== 'string' || typeof digest !== 'string') return undefined;
  const sortValues = readValues(values);
  const pinned = readPin(pin);
  return {
    urn,
    digest,
    ...(sortValues && { values: sortValues }),
    ...(typeof score === 'number' && { score }),
    ...(pinned && { pin: pinned }),
  };
}

function readValues(values: unknown): SortValue[] | undefined {
  if (!Array.isArray(values)) return undefined;
  const items: readonly unknown[] = values;
  return items.map((value) => (typeof value === 'string' || typeof value === 'number' ? value : null));
}

function readPin(pin: unknown): Cursor['pin'] {
  if (typeof pin !== 'object' || pin === null || !('epoch' in pin) || !('opening' in pin)) return undefined;
  const { epoch, opening } = pin;
  return typeof epoch === 'number' && typeof opening === 'number' ? { epoch, opening } : undefined;
}
