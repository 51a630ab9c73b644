import { describe, expect, it } from 'vitest';
import { asNumber } from './number-text.ts';

describe('asNumber', () => {
  it('leaves values unchanged that are not numeric', () => {
    for (const json of [{ string: 'foo' }, { double: 1 }, {}, null, 'x', 3])
      expect(asNumber(json)).toBe(json);
    expect(asNumber({ string: '30' })).toEqual({ double: 30 });
  });
});
