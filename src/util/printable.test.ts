import { expect, it } from 'vitest';
import { printable, shorten, withVisibleDirections } from './printable.ts';

it('escapes control, C1 and bidirectional characters, and nothing else', () => {
  expect(printable('a\u001b[2J\u0007\n\u007f\u009b é 中')).toBe(
    'a\\u001b[2J\\u0007\\u000a\\u007f\\u009b é 中',
  );
  for (const character of '\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069') {
    expect(printable(character)).toMatch(/^\\u[0-9a-f]{4}$/);
  }
});

it('keeps JSON valid, with the same values', () => {
  const value = { 'k\u009b': ['\u202e', '"\\', 'é'] };
  const text = printable(JSON.stringify(value));
  expect(text).not.toMatch(/[\u0080-\u009f\u202e]/);
  expect(JSON.parse(text)).toEqual(value);
});

it('shortens only long texts', () => {
  expect(shorten('abcde', 5)).toBe('abcde');
  expect(shorten('abcdef', 5)).toBe('abcd…');
});

it('shows characters that change the direction of text, and keeps the marks of right-to-left languages', () => {
  expect(withVisibleDirections('report\u202efdp.exe\u2069 \u200fשלום')).toBe(
    'report⟨U+202E⟩fdp.exe⟨U+2069⟩ \u200fשלום',
  );
});
