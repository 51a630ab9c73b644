import { analyzeText } from '../../text/analyzer.ts';
import { impactOf } from '../../text/impact.ts';
import type { SectionWriter } from '../segment/section-writer.ts';
import { dictionaryArrays } from '../segment/text-dictionary.ts';
import { maxImpactsOf, writeWords } from './write-words.ts';

/** Collects the words of one full-text field, document by document. */
export class WordDraft {
  readonly #ids = new Map<string, number>();
  /** Latest posting of each word. */
  readonly #last: number[] = [];
  readonly #words: number[] = [];
  readonly #docs: number[] = [];
  /** While a document is being added, the number of occurrences of the word; then its impact. */
  readonly #impacts: number[] = [];

  /** Adds the texts of a document. Call it in ascending order of documents. */
  add(doc: number, texts: readonly string[]): void {
    const first = this.#words.length;
    let length = 0;
    for (const text of texts) {
      const { words, parts } = analyzeText(text);
      length += words.length;
      for (const word of words) this.#occurs(word, doc, first);
      for (const part of parts) this.#occurs(part, doc, first);
    }
    for (let i = first; i < this.#impacts.length; i++)
      this.#impacts[i] = impactOf(this.#impacts[i] ?? 1, length);
  }

  /** Appends the word column. */
  write(writer: SectionWriter): void {
    const sorted = [...this.#ids.keys()].sort();
    const ordinals = new Uint32Array(sorted.length);
    sorted.forEach((word, ordinal) => (ordinals[this.#ids.get(word) ?? 0] = ordinal));
    const offsets = new Uint32Array(sorted.length + 1);
    for (const id of this.#words) {
      const after = (ordinals[id] ?? 0) + 1;
      offsets[after] = (offsets[after] ?? 0) + 1;
    }
    for (let i = 1; i < offsets.length; i++) offsets[i] = (offsets[i] ?? 0) + (offsets[i - 1] ?? 0);
    const docs = new Uint32Array(this.#docs.length);
    const impacts = new Uint8Array(docs.length);
    const ends = offsets.slice();
    this.#words.forEach((id, i) => {
      const ordinal = ordinals[id] ?? 0;
      const at = ends[ordinal] ?? 0;
      docs[at] = this.#docs[i] ?? 0;
      impacts[at] = this.#impacts[i] ?? 0;
      ends[ordinal] = at + 1;
    });
    writeWords(writer, dictionaryArrays(sorted), {
      offsets,
      docs,
      impacts,
      maxImpacts: maxImpactsOf(offsets, impacts),
    });
  }

  #occurs(word: string, doc: number, first: number): void {
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(word, id);
      this.#last.push(-1);
    }
    const last = this.#last[id] ?? -1;
    if (last >= first) {
      this.#impacts[last] = (this.#impacts[last] ?? 0) + 1;
      return;
    }
    this.#last[id] = this.#words.length;
    this.#words.push(id);
    this.#docs.push(doc);
    this.#impacts.push(1);
  }
}
