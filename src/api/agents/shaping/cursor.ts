import { hash } from 'node:crypto';
import { invalidRequest } from '../../../errors.ts';
import type { JsonValue } from '../../../util/json.ts';
import { because } from '../../../refusals.ts';

/** Length of the part of a cursor that identifies the arguments. */
const FINGERPRINT = 8;

/** The position after the items already shown, for the same arguments, as opaque text. */
export function offsetCursor(offset: number, args: JsonValue): string {
  return Buffer.from(`${offset}.${fingerprintOf(args)}`).toString('base64url');
}

/** Cursor of the page after the items shown of one that begins at `start`; undefined if there is none. */
export function nextPage(
  start: number,
  total: number,
  args: JsonValue,
): (shown: number) => string | undefined {
  return (shown) => {
    const next = start + shown;
    return shown > 0 && next < total ? offsetCursor(next, args) : undefined;
  };
}

/** Where a page begins, by a cursor or by its number of items to skip. */
interface PageStart {
  readonly cursor: string | undefined;
  readonly offset?: number;
}

/** Number of items to skip. Throws INVALID_REQUEST for a malformed cursor, or one of other arguments. */
export function offsetIn({ cursor, offset = 0 }: PageStart, args: JsonValue): number {
  if (cursor === undefined) return offset;
  const [, digits, fingerprint] =
    /^(\d{1,9})\.(\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (digits !== undefined && fingerprint === fingerprintOf(args)) return Number(digits);
  throw invalidRequest(
    'The cursor is not one of these arguments. Send the cursor of the last answer with the same arguments, or omit it.',
    'cursor',
    because('CURSOR_INVALID'),
  );
}

function fingerprintOf(args: JsonValue): string {
  return hash('sha256', JSON.stringify(args), 'base64url').slice(0, FINGERPRINT);
}
