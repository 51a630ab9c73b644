import { Buffer } from 'node:buffer';
import { invalidRequest } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import { isUrn } from '../model/urn.ts';
import type { LineageSearchInput } from './lineage-query.ts';

type ScrollOf = Pick<LineageSearchInput, 'urn' | 'direction'>;

/** The scroll id of the page after the one that ended with this urn. It holds all state: no server has to remember it. */
export function writeScrollId(last: Urn, { urn, direction }: ScrollOf): string {
  return Buffer.from(JSON.stringify([urn, direction, last])).toString('base64url');
}

/** The urn after which a page begins; throws INVALID_REQUEST when the text is no scroll id of this lineage. */
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
  throw invalidRequest('Invalid scroll id: it is none of this lineage. Start again without one.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
