import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf, urnOf } from '../../../test/contract/search-documents.ts';
import { slowClock } from '../../../test/support/slow-clock.ts';
import { turnsDuring } from '../../../test/support/turns.ts';
import { CurrentState } from './current-state.ts';
import { DerivedCache } from './segment/derived.ts';

beforeEach(slowClock);
afterEach(() => void vi.restoreAllMocks());

const WRITE = 10;

function emptyState(): CurrentState {
  return new CurrentState([], { read: 2, write: WRITE }, new DerivedCache(1024));
}

const sizeOf = (state: CurrentState): number =>
  state.segments.reduce((sum, { liveCount }) => sum + liveCount, 0);

const documents = (count: number) => Array.from({ length: count }, (_, i) => documentOf(String(i)));

describe('many changes', () => {
  it('become segments in several turns, and become visible all at once', async () => {
    const state = emptyState();
    await state.apply(documents(WRITE));
    const seen = new Set<number>();
    const turns = await turnsDuring(async () => {
      const applied = state.apply(documents(5 * WRITE));
      for (let i = 0; i < 3; i++) {
        seen.add(sizeOf(state));
        await new Promise((resolve) => void setImmediate(resolve));
      }
      await applied;
    });
    expect(turns).toBeGreaterThan(4);
    expect([...seen]).toEqual([WRITE]);
    expect(sizeOf(state)).toBe(5 * WRITE);
  });

  it('become a segment immediately, so that no reader has to build it', async () => {
    const state = emptyState();
    await state.apply(documents(WRITE - 1));
    expect(state.segments.map(({ liveCount }) => liveCount)).toEqual([WRITE - 1]);
    const before = state.segments;
    expect(state.epoch().views).toHaveLength(1);
    expect(state.segments).toBe(before);
  });

  it('of one urn keep the last', async () => {
    const state = emptyState();
    const removal = { urn: urnOf('0'), removed: true } as const;
    await state.apply([...documents(2 * WRITE), removal]);
    expect(sizeOf(state)).toBe(2 * WRITE - 1);
    await state.apply([removal, ...documents(2 * WRITE)]);
    expect(sizeOf(state)).toBe(2 * WRITE);
  });
});
