import type { SectionWriter } from '../segment/section-writer.ts';
import type { DictionaryArrays } from '../segment/text-dictionary.ts';
import type { WordArrays } from '../segment/word-column.ts';

/** Appends the sections of a word column, in the order of `WORD_SECTION`. */
export function writeWords(writer: SectionWriter, dictionary: DictionaryArrays, words: WordArrays): void {
  writer.add(dictionary.offsets);
  writer.add(dictionary.bytes);
  writer.add(words.offsets);
  writer.add(words.maxImpacts);
  writer.add(words.docs);
  writer.add(words.impacts);
}

/** Largest impact among the postings of each word. */
export function maxImpactsOf(offsets: Uint32Array, impacts: Uint8Array): Uint8Array {
  const largest = new Uint8Array(offsets.length - 1);
  for (let word = 0; word < largest.length; word++) {
    const end = offsets[word + 1] ?? 0;
    let max = 0;
    for (let i = offsets[word] ?? 0; i < end; i++) max = Math.max(max, impacts[i] ?? 0);
    largest[word] = max;
  }
  return largest;
}
