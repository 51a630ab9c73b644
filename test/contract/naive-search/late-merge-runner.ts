import { setImmediate } from 'node:timers/promises';
import {
  mergeInputs,
  type MergeInput,
  type MergeRunner,
} from '../../../src/search/embedded/merge/merge-runner.ts';
import type { MergedSegment } from '../../../src/search/embedded/merge/merge-segments.ts';

/** Merges at once, but returns some event loop turns later, so that changes arrive in between. */
export class LateMergeRunner implements MergeRunner {
  readonly #turns: number;

  constructor(turns: number) {
    this.#turns = turns;
  }

  async run(inputs: readonly MergeInput[]): Promise<MergedSegment> {
    const merged = mergeInputs(inputs);
    for (let turn = 0; turn < this.#turns; turn++) await setImmediate();
    return merged;
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
