import type { SwappableIndex } from '../../search/swappable-index.ts';
import type { StepControl, UpdateStep } from '../step.ts';

/** Builds the index anew and puts it in place; answers the number of entities. */
export type Rebuild = (control: StepControl) => Promise<number>;

/** Rebuilds the index from the store; needed when its documents were made by another version, possible at any time. */
export function restoreIndices(index: Pick<SwappableIndex, 'isOutdated'>, rebuild: Rebuild): UpdateStep {
  return {
    id: 'restore-indices',
    isBlocking: false,
    need: () =>
      Promise.resolve(
        index.isOutdated
          ? { verdict: 'needed', reason: 'Documents of the index were made by another version or registry.' }
          : { verdict: 'possible', reason: 'The documents of the index were made by this version.' },
      ),
    run: async (control) => ({ entities: await rebuild(control) }),
  };
}
