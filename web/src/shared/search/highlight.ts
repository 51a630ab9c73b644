/** A piece of a text, and whether it matches a word of the query. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The words of a query that can occur in texts; without operators, field names and wildcards. */
export function wordsOf(query: string): readonly string[] {
  const words = query
    .replace(/^\/q\s/u, '')
    .replace(/[\w.]+:/gu, ' ')
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set((words ?? []).filter((word) => !/^(?:AND|OR|NOT)$/u.test(word)).map(folded))];
}

/** Splits a text at matches of the query's words: prefixes of its words, ignoring case and accents. */
export function piecesOf(text: string, words: readonly string[]): readonly Piece[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const [characters, plain] = foldedCharacters(text);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst(words).join('|')})`, 'giu');
  const pieces: Piece[] = [];
  let shown = 0;
  const add = (end: number, isMatch: boolean): void => {
    if (end > shown) pieces.push({ text: characters.slice(shown, end).join(''), isMatch });
    shown = Math.max(shown, end);
  };
  for (const match of plain.matchAll(pattern)) {
    add(match.index, false);
    add(match.index + match[0].length, true);
  }
  add(characters.length, false);
  return pieces;
}

/** Splits a name at its first occurrence of a typed text, ignoring case and accents; at its words if the text does not occur whole. */
export function piecesOfTyped(name: string, typed: string): readonly Piece[] {
  const [characters, plain] = foldedCharacters(name);
  const wanted = folded(typed);
  const at = plain.indexOf(wanted);
  if (wanted === '' || at === -1) return piecesOf(name, wordsOf(typed));
  const end = at + wanted.length;
  return [
    { text: characters.slice(0, at).join(''), isMatch: false },
    { text: characters.slice(at, end).join(''), isMatch: true },
    { text: characters.slice(end).join(''), isMatch: false },
  ].filter(({ text }) => text !== '');
}

/** Excerpt of a text around its first match, of at most `length` characters. */
export function excerptOf(text: string, words: readonly string[], length: number): string {
  if (text.length <= length) return text;
  const [first] = piecesOf(text, words);
  const at =
    first === undefined || first.isMatch || first.text.length === text.length ? 0 : first.text.length;
  const start = at < length * 0.7 ? 0 : at - Math.floor(length / 3);
  const end = Math.min(text.length, start + length);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** The characters of a text, and the same number of characters with case and accents folded. */
function foldedCharacters(text: string): readonly [readonly string[], string] {
  const characters = text.split('');
  return [characters, characters.map((character) => folded(character).charAt(0) || character).join('')];
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function longestFirst(words: readonly string[]): readonly string[] {
  return words.toSorted((a, b) => b.length - a.length);
}
