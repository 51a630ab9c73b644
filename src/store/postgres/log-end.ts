import type { Sequence } from '../../model/sequence.ts';
import { integer, type SqlRow } from '../rows/stored-rows.ts';

/** The last commit of the log. `id` is undefined before the first commit, and for a commit of an older version. */
export interface LogEnd {
  readonly sequence: Sequence;
  readonly id: string | undefined;
}

/** Whether both are the same commit, by sequence and id. */
export function isSameEnd(one: LogEnd, other: LogEnd): boolean {
  return one.sequence === other.sequence && one.id === other.id;
}

/** The end of the log in a row of `colophon_state`. */
export function endIn(row: SqlRow): LogEnd {
  const id = row['last_commit'];
  return { sequence: integer(row, 'last_sequence'), id: typeof id === 'string' ? id : undefined };
}

/** Notification of a transaction: its writer and the end of the log before and after it. */
export interface Announcement {
  readonly writer: number;
  readonly before: LogEnd;
  readonly after: LogEnd;
}

/** Placeholder for a missing id. */
const NO_ID = '-';

/** Payload of a notification: numbers and ids, separated by spaces. */
export function announcementText({ after, before, writer }: Announcement): string {
  return [after.sequence, writer, after.id ?? NO_ID, before.sequence, before.id ?? NO_ID].join(' ');
}

/** Parses a payload. One of an older version has no ids; its `before` (sequence -1) never matches a known end. */
export function readAnnouncement(text: string): Announcement {
  const [sequence, writer, id, formerly, formerId] = text.split(' ');
  return {
    writer: Number(writer),
    before: { sequence: Number(formerly ?? -1), id: idOf(formerId) },
    after: { sequence: Number(sequence), id: idOf(id) },
  };
}

function idOf(text: string | undefined): string | undefined {
  return text === NO_ID ? undefined : text;
}
