/** The first letters of the first and the last word of a name; of a single word, its first two; `?` if it has none. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = lettersOf(words[0] ?? '?');
  const last = words.length > 1 ? lettersOf(words.at(-1) ?? '') : [];
  return (last.length > 0 ? [first[0], last[0]] : first.slice(0, 2)).join('').toUpperCase();
}

function lettersOf(word: string): readonly string[] {
  // Latin letters are single characters; a `Segmenter` loads the browser's language data.
  if (/^[ -~\u00c0-\u024f]*$/.test(word)) return word.split('');
  return Array.from(new Intl.Segmenter('en').segment(word), ({ segment }) => segment);
}
