/** Control characters (C0, DEL, C1), line separators, and characters that change the direction of text. */
// oxlint-disable-next-line no-control-regex -- matching control characters is the purpose
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Escapes control and bidirectional characters as `\uXXXX`, so that untrusted text cannot send commands to a terminal or
 * pretend to be other text. JSON without line breaks stays JSON with the same values.
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** At most `length` characters of a text; a longer one ends with an ellipsis. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Characters that embed, override or isolate a direction: the text around them is then shown in another order. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Replaces characters that change the order in which a text is shown with a visible mark, `⟨U+202E⟩`. */
export function withVisibleDirections(text: string): string {
  return text.replace(DIRECTIONS, (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}
