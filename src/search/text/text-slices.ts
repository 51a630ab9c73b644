/** Characters that always end a word: punctuation, space, and characters that are words by themselves. */
const BEFORE_WORDS = /[\p{P}\p{S}\p{Z}\p{Cc}\p{Script=Han}\p{Script=Hiragana}]/u;
/** Maximum distance, in UTF-16 units, to search backwards for such a character. */
const LOOK_BACK = 256;

/**
 * The text in slices of at most `size` UTF-16 units, which must be more than `LOOK_BACK`; cut between words, or within a
 * word of at least `LOOK_BACK` units. Bounds the memory and the super-linear time of work on a text.
 */
export function* textSlices(text: string, size: number): Generator<string> {
  let start = 0;
  while (text.length - start > size) {
    const end = cutBefore(text, start + size);
    yield text.slice(start, end);
    start = end;
  }
  yield start === 0 ? text : text.slice(start);
}

function cutBefore(text: string, end: number): number {
  for (let at = end; at > end - LOOK_BACK; at--) if (BEFORE_WORDS.test(text.charAt(at))) return at;
  return isLowSurrogate(text.charCodeAt(end)) ? end - 1 : end;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
