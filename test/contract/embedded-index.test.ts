import { openEmbeddedIndex, type EmbeddedTuning } from '../../src/search/embedded/open-embedded-index.ts';
import { LateMergeRunner } from './naive-search/late-merge-runner.ts';
import { describeSearchIndex } from './search-index.ts';

/** Opens an index in memory with a clock that the suite controls. */
async function open(tuning: Partial<EmbeddedTuning>) {
  let time = 1_000_000;
  const index = await openEmbeddedIndex({ folder: undefined, now: () => time, tuning });
  return { index, passTime: (ms: number) => void (time += ms) };
}

describeSearchIndex('embedded, in memory', () => open({}));
describeSearchIndex('embedded, each document a segment, merged by two', () =>
  open({
    newMergeRunner: () => new LateMergeRunner(1),
    delta: { read: 0, write: 1 },
    merge: { fanout: 2, smallest: 1, large: 4, quietMs: 2 ** 31 - 1 },
  }),
);
