import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IdleMemory } from './idle-memory.ts';

const MIB = 1024 * 1024;
let size = 0;
let busyShare = 0;
const release = vi.fn();
const begin = (): IdleMemory => new IdleMemory(release, { heapSize: () => size, busyShare: () => busyShare });
const collect = vi.fn(() => void (size = 50 * MIB));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('gc', collect);
  collect.mockClear();
  release.mockClear();
  size = 50 * MIB;
  busyShare = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('collects once the thread is idle, and not again before the heap has grown again', () => {
  using memory = begin();
  size = 200 * MIB;
  memory.noteWork();
  vi.advanceTimersByTime(4_000);
  memory.noteWork();
  vi.advanceTimersByTime(4_000);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(collect).toHaveBeenCalledExactlyOnceWith({
    type: 'major',
    execution: 'sync',
    flavor: 'last-resort',
  });
  expect(release).toHaveBeenCalledOnce();
  memory.noteWork();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledOnce();
  size = 83 * MIB;
  memory.noteWork();
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('counts a heap that has shrunk since: V8 may have kept its pages', () => {
  using memory = begin();
  size = 200 * MIB;
  memory.noteWork();
  size = 60 * MIB;
  memory.noteWork();
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledOnce();
});

it('collects what a start or requests have left once the thread is idle, at most every five minutes', () => {
  using memory = begin();
  busyShare = 0.5;
  vi.advanceTimersByTime(10_000);
  expect(collect).not.toHaveBeenCalled();
  busyShare = 0.001;
  vi.advanceTimersByTime(5_000);
  expect(collect).toHaveBeenCalledOnce();
  size = 200 * MIB;
  vi.advanceTimersByTime(295_000);
  expect(collect).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(collect).toHaveBeenCalledTimes(2);
  memory[Symbol.dispose]();
  size = 200 * MIB;
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('collects what a load has left while the thread answers requests', () => {
  using memory = begin();
  size = 200 * MIB;
  busyShare = 0.5;
  memory.noteWork();
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledOnce();
  size = 200 * MIB;
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledOnce();
});

it('does not interrupt a request that occupies the thread, and collects after it', () => {
  using memory = begin();
  size = 200 * MIB;
  busyShare = 0.99;
  memory.noteWork();
  vi.advanceTimersByTime(60_000);
  expect(collect).not.toHaveBeenCalled();
  busyShare = 0.5;
  vi.advanceTimersByTime(5_000);
  expect(collect).toHaveBeenCalledOnce();
});

it('leaves small heaps alone', () => {
  size = 10 * MIB;
  using memory = begin();
  size = 31 * MIB;
  memory.noteWork();
  vi.advanceTimersByTime(60_000);
  expect(collect).not.toHaveBeenCalled();
});
