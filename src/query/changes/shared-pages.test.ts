import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EVERYTHING, type Scope } from '../../model/scope.ts';
import { parseUrn } from '../../model/urn.ts';
import { EVERY_CHANGE } from './change-filter.ts';
import { cursorOf } from './cursor.ts';
import { SharedPages } from './shared-pages.ts';

const cursorAt = (sequence: number): string => cursorOf({ sequence, id: undefined });
const ANN: Scope = { ...EVERYTHING, rules: {} };
const BOB: Scope = { ...EVERYTHING, rules: {} };

describe('pages that followers share', () => {
  let pages: SharedPages<object>;
  const read = vi.fn(() => Promise.resolve({ events: [], cursor: cursorAt(8), sequence: 8, isAtEnd: true }));
  beforeEach(() => {
    pages = new SharedPages<object>();
    read.mockClear();
  });
  const ask = (scope = ANN, since = cursorAt(7), urns = EVERY_CHANGE.urns) => {
    const request = { since, limit: 100, filter: { ...EVERY_CHANGE, urns } };
    return pages.page(request, scope, 200, read);
  };

  it('are read once for equal requests with the same rights', async () => {
    const recent = cursorAt(190);
    expect(await ask(ANN, recent)).toBe(await ask({ ...ANN }, recent));
    expect(read).toHaveBeenCalledOnce();
  });

  it.each([
    ['other rights', () => ask(BOB, cursorAt(190))],
    ['rights that cannot be compared', () => ask(EVERYTHING, cursorAt(190))],
    ['another cursor', () => ask(ANN, cursorAt(191))],
    ['another filter', () => ask(ANN, cursorAt(190), [parseUrn('urn:li:tag:a')])],
    ['a later commit', () => (pages.clear(), ask(ANN, cursorAt(190)))],
  ])('are not shared with %s', async (_name, other) => {
    await ask(ANN, cursorAt(190));
    await other();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('are few for any requests', async () => {
    const urns = Array.from({ length: 40 }, (_, i) => [parseUrn(`urn:li:tag:${i}`)]);
    for (const of of urns) await ask(ANN, cursorAt(190), of);
    read.mockClear();
    for (const of of urns.toReversed()) await ask(ANN, cursorAt(190), of);
    expect(read).toHaveBeenCalledTimes(urns.length - 32);
  });

  it('are kept neither far from the end nor after a failure', async () => {
    await Promise.all([ask(), ask()]);
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRejectedValueOnce(new Error('away'));
    await expect(ask(ANN, cursorAt(190))).rejects.toThrow('away');
    await ask(ANN, cursorAt(190));
    expect(read).toHaveBeenCalledTimes(4);
  });
});
