import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../util/json.ts';
import { pairFields } from './field-pairs.ts';

afterEach(() => void vi.restoreAllMocks());

/** A schema with columns of one type, without descriptions: any of them can be the new name of any other. */
function columns(from: number, to: number): JsonObject {
  return {
    fields: Array.from({ length: to - from }, (_, i) => ({
      fieldPath: `c${String(from + i).padStart(6, '0')}`,
      nativeDataType: 'int',
    })),
  };
}

describe('columns of which half were replaced', () => {
  it('are paired as renamed, and the others by their path', () => {
    const pairs = pairFields(columns(0, 40), columns(20, 60));
    const name = (path: string | undefined): number => Number(path?.slice(1));
    expect(
      pairs.map(({ after, before, isRenamed }) => [name(before?.path), name(after?.path), isRenamed]),
    ).toEqual([
      ...Array.from({ length: 20 }, (_, i) => [i, i + 40, true]),
      ...Array.from({ length: 20 }, (_, i) => [i + 20, i + 20, false]),
    ]);
  });

  it('are each read a few times, independent of their number', () => {
    const textsOf = (count: number): number => {
      const stringify = vi.spyOn(JSON, 'stringify');
      pairFields(columns(0, count), columns(count / 2, (3 * count) / 2));
      const { length } = stringify.mock.calls;
      stringify.mockRestore();
      return length;
    };
    expect(textsOf(4_000)).toBeLessThanOrEqual(10 * 4_000);
  });

  it('are paired once for all categories', () => {
    const [before, after] = [columns(0, 4), columns(2, 6)];
    expect(pairFields(before, after)).toBe(pairFields(before, after));
    expect(pairFields(undefined, after)).not.toBe(pairFields(before, after));
  });
});
