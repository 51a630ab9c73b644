import { GoneError } from '../../errors.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { Scope } from '../../model/scope.ts';
import type { ChangeFilter, ChangeQuery } from '../../query/changes/change-query.ts';
import { sequenceOf } from '../../query/changes/cursor.ts';

/** Maximum numbers of commits and of matching changes to read. */
const LIMITS = { mostCommits: 20_000, mostChanges: 10_000 };

/** Changes per read. */
const PAGE = 1_000;

/**
 * The changes since the earliest of the times (epoch ms, oldest first) that the change log and the limits allow, in log order, and
 * the times since then.
 */
export async function readBack(
  changes: Pick<ChangeQuery, 'cursorOf' | 'read'>,
  times: readonly number[],
  filter: ChangeFilter,
  scope: Scope,
  { mostChanges, mostCommits } = LIMITS,
): Promise<{ readonly times: readonly number[]; readonly events: readonly ChangeEvent[] }> {
  const parts: (readonly ChangeEvent[])[] = [];
  let end = await changes.cursorOf('now', 'days');
  let [commits, room] = [0, mostChanges];
  let first = times.length;
  for (const [i, time] of [...times.entries()].reverse()) {
    const start = await startOf(changes, time);
    if (start === undefined) break;
    commits += sequenceOf(end) - sequenceOf(start);
    const part =
      commits > mostCommits ? undefined : await readPart(changes, { start, end, filter, most: room }, scope);
    if (part === undefined) break;
    room -= part.length;
    parts.unshift(part);
    [end, first] = [start, i];
  }
  return { times: times.slice(first), events: parts.flat() };
}

/** The cursor before the first commit made at the time or later; undefined: the log does not go back to it. */
async function startOf(changes: Pick<ChangeQuery, 'cursorOf'>, time: number): Promise<string | undefined> {
  try {
    return await changes.cursorOf(new Date(time).toISOString(), 'days');
  } catch (error) {
    if (error instanceof GoneError) return undefined;
    throw error;
  }
}

interface LogPart {
  readonly start: string;
  readonly end: string;
  readonly filter: ChangeFilter;
  /** Maximum number of changes. */
  readonly most: number;
}

/** The changes between two cursors; undefined: there are too many. */
async function readPart(
  changes: Pick<ChangeQuery, 'read'>,
  { end, filter, most, start }: LogPart,
  scope: Scope,
): Promise<readonly ChangeEvent[] | undefined> {
  const upTo = sequenceOf(end);
  const events: ChangeEvent[] = [];
  for (let since = start; sequenceOf(since) < upTo;) {
    const page = await changes.read({ since, upTo, filter, limit: PAGE }, scope);
    events.push(...page.events);
    if (events.length > most) return undefined;
    since = page.cursor;
  }
  return events;
}
