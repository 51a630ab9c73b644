import type { Steps } from '../../../util/concurrency/steps.ts';
import { analyzeText } from '../../text/analyzer.ts';
import { bm25 } from '../../text/bm25.ts';
import { textSlices } from '../../text/text-slices.ts';
import type { SectionWriter } from '../segment/section-writer.ts';
import { dictionarySteps } from '../segment/text-dictionary.ts';
import { PER_STEP } from './column-draft.ts';
import { sortSteps } from './sort-steps.ts';
import { maxImpactsOf, writeWords } from './write-words.ts';

/** UTF-16 units analyzed in one step. */
const UNITS_PER_STEP = 16_384;
/** Postings placed in one step. */
const POSTINGS_PER_STEP = 65_536;

/** Collects the words of one full-text field, document by document. */
export class WordDraft {
  readonly #ids = new Map<string, number>();
  /** Latest posting of each word. */
  readonly #last: number[] = [];
  readonly #words: number[] = [];
  readonly #docs: number[] = [];
  /** The number of occurrences of the word while a document is being added; after that, its impact. */
  readonly #impacts: number[] = [];

  /** Adds the texts of a document, or nothing if it throws. Call it in ascending order of documents. */
  add(doc: number, texts: readonly string[]): void {
    const analyzed = texts.map(analyzeText);
    const first = this.#words.length;
    let length = 0;
    for (const { parts, words } of analyzed) {
      length += words.length;
      for (const word of words) this.#occurs(word, 1, doc, first);
      for (const part of parts) this.#occurs(part, 1, doc, first);
    }
    this.#weigh(first, length);
  }

  /** Adds the texts of a document in steps, or nothing if it throws. Call it in ascending order of documents. */
  *addSteps(doc: number, texts: readonly string[]): Steps<void> {
    const counts = new Map<string, number>();
    let length = 0;
    let units = 0;
    for (const text of texts) {
      for (const slice of textSlices(text, UNITS_PER_STEP)) {
        const { words, parts } = analyzeText(slice);
        length += words.length;
        for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
        for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
        units += slice.length;
        if (units < UNITS_PER_STEP) continue;
        units = 0;
        yield;
      }
    }
    const first = this.#words.length;
    for (const [word, count] of counts) {
      if (this.#words.length % PER_STEP === PER_STEP - 1) yield;
      this.#occurs(word, count, doc, first);
    }
    this.#weigh(first, length);
  }

  /** Appends the word column. */
  *write(writer: SectionWriter): Steps<void> {
    const sorted = yield* sortSteps([...this.#ids.keys()]);
    const ordinals = new Uint32Array(sorted.length);
    for (let ordinal = 0; ordinal < sorted.length; ordinal++) {
      if (ordinal % PER_STEP === PER_STEP - 1) yield;
      ordinals[this.#ids.get(sorted[ordinal] ?? '') ?? 0] = ordinal;
    }
    const offsets = new Uint32Array(sorted.length + 1);
    for (const id of this.#words) {
      const after = (ordinals[id] ?? 0) + 1;
      offsets[after] = (offsets[after] ?? 0) + 1;
    }
    for (let i = 1; i < offsets.length; i++) offsets[i] = (offsets[i] ?? 0) + (offsets[i - 1] ?? 0);
    yield;
    const docs = new Uint32Array(this.#docs.length);
    const impacts = new Uint8Array(docs.length);
    const ends = offsets.slice();
    for (let i = 0; i < docs.length; i++) {
      if (i % POSTINGS_PER_STEP === POSTINGS_PER_STEP - 1) yield;
      const ordinal = ordinals[this.#words[i] ?? 0] ?? 0;
      const at = ends[ordinal] ?? 0;
      docs[at] = this.#docs[i] ?? 0;
      impacts[at] = this.#impacts[i] ?? 0;
      ends[ordinal] = at + 1;
    }
    writeWords(writer, yield* dictionarySteps(sorted), {
      offsets,
      docs,
      impacts,
      maxImpacts: maxImpactsOf(offsets, impacts),
    });
  }

  /** Converts the numbers of occurrences from `first` on to impacts. */
  #weigh(first: number, length: number): void {
    for (let i = first; i < this.#impacts.length; i++) this.#impacts[i] = bm25(this.#impacts[i] ?? 1, length);
  }

  #occurs(word: string, times: number, doc: number, first: number): void {
    let id = this.#ids.get(word);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(word, id);
      this.#last.push(-1);
    }
    const last = this.#last[id] ?? -1;
    if (last >= first) {
      this.#impacts[last] = (this.#impacts[last] ?? 0) + times;
      return;
    }
    this.#last[id] = this.#words.length;
    this.#words.push(id);
    this.#docs.push(doc);
    this.#impacts.push(times);
  }
}
