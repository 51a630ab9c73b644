import type { Rebuilt } from '../../effects/rebuild-index.ts';
import type { SwappableIndex } from '../../search/swappable-index.ts';
import type { StepControl, UpdateStep } from '../step.ts';

/** Rebuilds the index and swaps it in. `isAfresh`: does not continue an unfinished one. */
export type Rebuild = (control: StepControl, isAfresh: boolean) => Promise<Rebuilt>;

/** Rebuilds the index from the store. Needed if another version or registry built its documents; else on request. */
export function restoreIndices(index: Pick<SwappableIndex, 'isOutdated'>, rebuild: Rebuild): UpdateStep {
  return {
    id: 'restore-indices',
    isBlocking: false,
    need: () =>
      Promise.resolve(
        index.isOutdated
          ? {
              verdict: 'needed',
              reason: 'Documents of the index were built by another version or registry.',
              cause: 'DUE',
            }
          : {
              verdict: 'possible',
              reason: 'The documents of the index were built by this version.',
              cause: 'UP_TO_DATE',
            },
      ),
    run: async (control) => ({ ...(await rebuild(control, false)) }),
  };
}
