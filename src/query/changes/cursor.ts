import type { Sequence } from '../../model/sequence.ts';
import type { LogPosition } from '../../store/change-reader.ts';

/** Version of the format. */
const FORMAT = '1';

/** A position as opaque text, valid in every process, after restarts, and in a catalog that was moved. */
export function cursorOf({ id = '', sequence }: LogPosition): string {
  return Buffer.from(`${FORMAT}.${sequence}.${id}`).toString('base64url');
}

/** The commit of a cursor; 0 for any other text. */
export function sequenceOf(cursor = ''): Sequence {
  return positionOf(cursor)?.sequence ?? 0;
}

/** The position of a cursor; undefined for any other text. */
export function positionOf(cursor: string): LogPosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, digits, id] = /^1\.(\d{1,16})\.([\w:-]*)$/.exec(text) ?? [];
  const sequence = Number(digits);
  if (id === undefined || !Number.isSafeInteger(sequence)) return undefined;
  return { sequence, id: id === '' ? undefined : id };
}
