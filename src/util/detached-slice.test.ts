import { expect, it } from 'vitest';
import { detachedSlice } from './detached-slice.ts';

it.each(['abc', 'ä€\u{1f600}', '\ud800x\udc00', ''])('is the slice of %j', (text) => {
  for (let start = 0; start <= text.length; start++) {
    for (let end = start; end <= text.length; end++)
      expect(detachedSlice(text, start, end)).toBe(text.slice(start, end));
  }
});
