import { Buffer } from 'node:buffer';
import { invalidRequest } from '../../errors.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import type { LineageSearchInput } from './lineage-query.ts';
import { because } from '../../refusals.ts';

type ScrollOf = Pick<LineageSearchInput, 'urn' | 'direction'>;

/** Scroll id of the page after the one that ended with `last`. It contains all state; the server keeps none. */
export function writeScrollId(last: Urn, { urn, direction }: ScrollOf): string {
  return Buffer.from(JSON.stringify([urn, direction, last])).toString('base64url');
}

/** Urn after which the page starts. INVALID_REQUEST for a scroll id of another lineage, or a malformed one. */
export function readScrollId(scrollId: string, { urn, direction }: ScrollOf): Urn {
  const parts = parse(Buffer.from(scrollId, 'base64url').toString());
  const last: unknown = Array.isArray(parts) ? parts[2] : undefined;
  if (
    Array.isArray(parts) &&
    parts[0] === urn &&
    parts[1] === direction &&
    typeof last === 'string' &&
    isUrn(last)
  ) {
    return last;
  }
  throw invalidRequest(
    'Invalid scroll id: it does not belong to this lineage. Start without one.',
    undefined,
    because('CURSOR_INVALID'),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
