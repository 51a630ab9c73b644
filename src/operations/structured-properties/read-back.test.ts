import { describe, expect, it } from 'vitest';
import { GoneError } from '../../errors.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { parseUrn } from '../../model/urn.ts';
import { EVERY_CHANGE } from '../../query/changes/change-query.ts';
import { cursorOf, sequenceOf } from '../../query/changes/cursor.ts';
import { readBack } from './read-back.ts';

/** A log with one change per second: commit n at n seconds; the log begins after commit `trimmed`. */
function logOf(length: number, trimmed = 0): Pick<Parameters<typeof readBack>[0], 'cursorOf' | 'read'> {
  const at = (sequence: number): string => cursorOf({ sequence, id: undefined });
  const urn = parseUrn('urn:li:tag:a');
  return {
    cursorOf: (moment) => {
      const before =
        moment === 'now' ? length : Math.min(length, Math.max(0, Date.parse(moment) / 1_000 - 1));
      if (before < trimmed) return Promise.reject(new GoneError('Trimmed.', at(trimmed)));
      return Promise.resolve(at(before));
    },
    read: ({ limit, since, upTo = length }) => {
      const from = sequenceOf(since);
      const end = Math.min(upTo, from + limit);
      const events = Array.from({ length: end - from }, (_, i): ChangeEvent => {
        const sequence = from + i + 1;
        const known = { before: undefined, after: undefined, notKept: [], properties: undefined };
        const place = { sequence, index: 0, time: sequence * 1_000, cursor: at(sequence) };
        const what = { urn, aspectName: 'status', entityType: 'tag', kind: 'UPSERT' as const };
        return { ...known, ...place, ...what, actor: urn, runId: undefined };
      });
      return Promise.resolve({ events, cursor: at(end), sequence: end, isAtEnd: end === upTo });
    },
  };
}

const TIMES = [1_000, 1_001_000, 2_001_000];

async function sequencesOf(
  log: ReturnType<typeof logOf>,
  limits = { mostCommits: 1_000_000, mostChanges: 1_000_000 },
): Promise<readonly [readonly number[], number | undefined, number]> {
  const { events, times } = await readBack(log, TIMES, EVERY_CHANGE, EVERYTHING, limits);
  return [times, events[0]?.sequence, events.length];
}

describe('readBack', () => {
  it('reads all changes once, in log order', async () => {
    expect(await sequencesOf(logOf(2_500))).toEqual([TIMES, 1, 2_500]);
  });

  it('begins at the earliest time that the log has', async () => {
    expect(await sequencesOf(logOf(2_500, 500))).toEqual([TIMES.slice(1), 1_001, 1_500]);
    expect(await sequencesOf(logOf(2_500, 2_400))).toEqual([[], undefined, 0]);
  });

  it('begins later if there is too much to read', async () => {
    const none = { mostCommits: 1_000_000, mostChanges: 1_000_000 };
    expect(await sequencesOf(logOf(2_500), { ...none, mostChanges: 1_600 })).toEqual([
      TIMES.slice(1),
      1_001,
      1_500,
    ]);
    expect(await sequencesOf(logOf(2_500), { ...none, mostCommits: 600 })).toEqual([
      TIMES.slice(2),
      2_001,
      500,
    ]);
  });
});
