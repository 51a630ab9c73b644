/** Number of letters that may be wrong in a word of a length: none in short ones, which have too many neighbours. */
export function mostEdits(word: string): number {
  if (word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
}

/**
 * Edit distances between a word and the beginnings of a text, one row per character of the text: insertions, deletions,
 * replacements, and swaps of adjacent characters. Rows of a shared beginning are kept for the next text.
 */
export class EditRows {
  readonly #word: string;
  readonly #rows: number[][];
  #text = '';

  constructor(word: string) {
    this.#word = word;
    this.#rows = [Array.from({ length: word.length + 1 }, (_, i) => i)];
  }

  /**
   * Distance of a text if it is at most `limit`; otherwise, with `beyond`, the length of its shortest beginning with which
   * every text is farther away.
   */
  distance(text: string, limit: number): { readonly distance?: number; readonly beyond?: number } {
    let shared = 0;
    while (shared < this.#text.length && this.#text[shared] === text[shared]) shared++;
    for (let length = shared + 1; length <= text.length; length++) {
      const row = this.#rowOf(text, length);
      this.#rows[length] = row;
      if (Math.min(...row) > limit) {
        this.#text = text.slice(0, length - 1);
        return { beyond: length };
      }
    }
    this.#text = text;
    const distance = this.#at(text.length, this.#word.length);
    return distance <= limit ? { distance } : {};
  }

  #rowOf(text: string, length: number): number[] {
    const [letter, before] = [text[length - 1], text[length - 2]];
    const row = [length];
    for (let j = 1; j <= this.#word.length; j++) {
      const replaced = this.#at(length - 1, j - 1) + (this.#word[j - 1] === letter ? 0 : 1);
      const isSwapped = j > 1 && this.#word[j - 1] === before && this.#word[j - 2] === letter;
      const swapped = isSwapped && length > 1 ? this.#at(length - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(this.#at(length - 1, j) + 1, (row[j - 1] ?? Infinity) + 1, replaced, swapped));
    }
    return row;
  }

  #at(row: number, column: number): number {
    return this.#rows[row]?.[column] ?? Infinity;
  }
}
