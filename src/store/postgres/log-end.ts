import type { Sequence } from '../../model/sequence.ts';

/** The last commit of the log as of a moment; without an id before the first one, and when an older version has made it. */
export interface LogEnd {
  readonly sequence: Sequence;
  readonly id: string | undefined;
}

/** Whether both are the same commit, not only one of the same number. */
export function isSameEnd(one: LogEnd, other: LogEnd): boolean {
  return one.sequence === other.sequence && one.id === other.id;
}

/** What is told on the channel of commits: who has made those that follow one end and lead to another. */
export interface Announcement {
  readonly writer: number;
  readonly before: LogEnd;
  readonly after: LogEnd;
}

/** In place of the id that a commit does not have. */
const NO_ID = '-';

/** The text of an announcement: numbers and ids, between spaces. */
export function announcementText({ after, before, writer }: Announcement): string {
  return [after.sequence, writer, after.id ?? NO_ID, before.sequence, before.id ?? NO_ID].join(' ');
}

/** Reads an announcement. One by an older version, which tells no ids, continues nothing that is known. */
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
