import type { JsonValue } from '../../../util/json.ts';

/**
 * Characters that people do not see: default-ignorable, bidirectional and control characters. White space and line breaks
 * are visible; a variation selector is, too, directly after the emoji that it belongs to.
 */
const INVISIBLE =
  /(?<!\p{Emoji})(?:\ufe0e|\ufe0f)|(?![\t\n\r]|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}]/gu;

const SHOWN = /⟨U\+([0-9A-F]{4,6})⟩/g;
const MAX_CODE_POINT = 0x10ffff;

/** Replaces invisible characters with `⟨U+200B⟩`, so that they cannot hide text from the people who read it. */
export function withVisible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `⟨U+${code.padStart(4, '0')}⟩`;
  });
}

/** Restores the invisible characters that `withVisible` has shown. Other characters written so stay as they are. */
export function withInvisible(text: string): string {
  return text.replace(SHOWN, (shown, code: string) => {
    const value = Number.parseInt(code, 16);
    if (value > MAX_CODE_POINT) return shown;
    const character = String.fromCodePoint(value);
    return withVisible(character) === shown ? character : shown;
  });
}

/** A copy of a JSON value with all its texts, and the names of its members, converted. */
export function convertTexts(value: JsonValue, convert: (text: string) => string): JsonValue {
  if (typeof value === 'string') return convert(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => convertTexts(item, convert));
  const converted: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    Object.defineProperty(converted, convert(name), {
      value: convertTexts(member, convert),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return converted;
}
