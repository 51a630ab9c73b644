import { expect, it } from 'vitest';
import { parseUrn } from '../model/urn.ts';
import { whyCutOff } from './index-standing.ts';

const created = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };

/** What is said of an index with this position and mark, on a log of the commits 4 to 9 with the ids c4 to c9. */
function said(position: number, mark?: { sequence: number; id: string }): Promise<string | undefined> {
  return whyCutOff(
    { position: () => position, mark: () => mark },
    {
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
  ['nothing of one without ids that can go on', 3, undefined, undefined],
  ['that the log begins later than one without ids', 2, undefined, 'begins with commit 4'],
])('says %s', async (_, position, id, expected) => {
  const reason = await said(position, id === undefined ? undefined : { sequence: position, id });
  if (expected === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(expected);
});
