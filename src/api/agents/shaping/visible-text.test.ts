import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withInvisible, withVisible } from './visible-text.ts';

const TEXTS = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '\u200b',
      '\u202e',
      '\u0007',
      '\n',
      '\ufe0f',
      '\u{e0041}',
      '⟨',
      'U+',
      '200B',
      '⟩',
      '\u{1f600}',
    ),
  ),
});

describe('visible text', () => {
  it.each([
    ['a\u200bb', 'a⟨U+200B⟩b'],
    ['\u202etxt', '⟨U+202E⟩txt'],
    ['tag \u{e0041}', 'tag ⟨U+E0041⟩'],
    ['bell\u0007', 'bell⟨U+0007⟩'],
    ['a\ufe0f', 'a⟨U+FE0F⟩'],
    ['lines\r\n\tand ❤\ufe0f', 'lines\r\n\tand ❤\ufe0f'],
    ['Größe 表 🙂', 'Größe 表 🙂'],
  ])('of %j is %j, and is read back', (text, shown) => {
    expect(withVisible(text)).toBe(shown);
    expect(withInvisible(shown)).toBe(text);
  });

  it('has nothing more to show, for any text', () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        const shown = withVisible(text);
        expect(withVisible(shown)).toBe(shown);
        expect(withVisible(withInvisible(shown))).toBe(shown);
      }),
    );
  });

  it('does not turn other characters that are written so into characters', () => {
    expect(withInvisible('⟨U+0041⟩ ⟨U+FFFFFF⟩ ⟨U+000A⟩')).toBe('⟨U+0041⟩ ⟨U+FFFFFF⟩ ⟨U+000A⟩');
  });
});
