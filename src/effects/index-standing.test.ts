import { expect, it } from 'vitest';
import { parseUrn } from '../model/urn.ts';
import type { CommitMark } from '../model/sequence.ts';
import type { FillProgress } from '../search/fill-progress.ts';
import { reasonCannotResume } from './index-standing.ts';

const created = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };

/** The reason for an index with this position and mark, on a log of the commits 4 to 9 with the ids c4 to c9. */
function said(
  position: number,
  mark?: CommitMark,
  fill?: Pick<FillProgress, 'upTo' | 'seen'>,
): Promise<string | undefined> {
  const progress = fill && { ...fill, place: 7, entities: 7 };
  return reasonCannotResume(
    { position: () => position, mark: () => mark, fillProgress: () => progress },
    {
      catalogId: 'catalog:own',
      lastSequence: () => 9,
      oldest: () => Promise.resolve({ sequence: 4, created }),
      markOf: (sequence) =>
        Promise.resolve(sequence < 4 || sequence > 9 ? undefined : { sequence, id: `c${sequence}` }),
    },
  );
}

it.each([
  ['nothing of an empty index', 0, undefined, undefined],
  ['nothing of one with the oldest commit', 4, 'c4', undefined],
  ['nothing of one with the last commit', 9, 'c9', undefined],
  ['that the log begins later than one with an id', 3, 'c3', 'begins with commit 4'],
  ['that it has lost a commit, by its id', 5, 'x5', 'has lost'],
  ['that it has lost a commit at its end', 10, 'c10', 'has lost'],
  ['that it belongs to another catalog', 5, 'catalog:other', 'belongs to another catalog'],
  ['that it belongs to another catalog, wherever it ends', 99, 'catalog:other', 'belongs to another catalog'],
  ['nothing of a resumable one without ids', 3, undefined, undefined],
  ['that the log begins later than one without ids', 2, undefined, 'begins with commit 4'],
])('says %s', async (_, position, id, expected) => {
  const reason = await said(position, id === undefined ? undefined : { sequence: position, id });
  if (expected === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(expected);
});

const c = (sequence: number, id?: string) => (id === undefined ? { sequence } : { sequence, id });

it.each([
  ['nothing if the log continues from where it began', 0, c(4, 'c4'), c(9, 'c9'), undefined],
  ['nothing without ids', 0, c(3), c(9), undefined],
  ['nothing if it began on an empty log that is whole', 4, c(0), c(4), undefined],
  ['that the log begins later', 0, c(2), c(9), 'begins with commit 4'],
  ['that the commit before it has been lost', 0, c(5, 'x5'), c(9, 'c9'), 'has lost'],
  ['that a commit in its documents has been lost', 0, c(5, 'c5'), c(9, 'x9'), 'has lost'],
  ['that a commit in its documents is no longer in the log', 0, c(5), c(10), 'has lost'],
  ['the same once it is filled', 5, c(5), c(10), 'has lost'],
  ['nothing once it has followed beyond them', 9, c(5), c(8, 'x8'), undefined],
])('says of an index filled in part %s', async (_, position, upTo, seen, expected) => {
  const reason = await said(position, undefined, { upTo, seen });
  if (expected === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(expected);
});
