import type { Steps } from '../../../util/concurrency/steps.ts';
import { dictionarySteps } from '../segment/text-dictionary.ts';
import { SetTable } from './set-table.ts';
import { sortSteps } from './sort-steps.ts';
import { isSparseColumn, newCodes, type ColumnParts } from './write-column.ts';

/** Values added, sorted or written in one step. */
export const PER_STEP = 8_192;

/** Number of values of a document above which a typed array is faster. */
const MANY = 256;

/** Collects the values of one field, all texts or all numbers, document by document. */
export class ColumnDraft<V extends string | number> {
  readonly #ids = new Map<V, number>();
  readonly #docs: number[] = [];
  /** Id of the first value of each document in `#docs`. */
  readonly #firsts: number[] = [];
  /** Ids of all values of the documents with several values, by position in `#docs`. */
  readonly #several = new Map<number, readonly number[]>();

  /** Adds the values of a document, or nothing if it throws. Call it in ascending order of documents. */
  add(doc: number, values: readonly V[]): void {
    const [first] = values;
    if (first === undefined) return;
    if (values.length > 1) this.#addDistinct(doc, [...new Set(values)]);
    else {
      this.#firsts.push(this.#idOf(first));
      this.#docs.push(doc);
    }
  }

  /** Adds the values of a document in steps, or nothing if it throws. Call it in ascending order of documents. */
  *addSteps(doc: number, values: readonly V[]): Steps<void> {
    const distinct = new Set<V>();
    for (let start = 0; start < values.length; start += PER_STEP) {
      if (start > 0) yield;
      for (const value of values.slice(start, start + PER_STEP)) {
        distinct.add(value);
        this.#idOf(value);
      }
    }
    this.#addDistinct(doc, [...distinct]);
  }

  /** Builds the column, for a segment with `size` documents. */
  *finish(size: number): Steps<ColumnParts> {
    const sorted = yield* sortSteps([...this.#ids.keys()]);
    const ordinals = new Uint32Array(sorted.length);
    for (let ordinal = 0; ordinal < sorted.length; ordinal++) {
      if (ordinal % PER_STEP === PER_STEP - 1) yield;
      const value = sorted[ordinal];
      if (value !== undefined) ordinals[this.#idOf(value)] = ordinal;
    }
    const counts = new Uint32Array(sorted.length);
    const table = this.#several.size > 0 ? new SetTable() : undefined;
    const codeList: number[] = [];
    let units = 0;
    for (let i = 0; i < this.#firsts.length; i++) {
      const several = this.#several.get(i);
      const set =
        several === undefined ? [ordinals[this.#firsts[i] ?? 0] ?? 0] : ordinalsOf(several, ordinals);
      for (const ordinal of set) counts[ordinal] = (counts[ordinal] ?? 0) + 1;
      codeList.push(table === undefined ? (set[0] ?? 0) + 1 : table.intern(set));
      units += set.length;
      if (units < PER_STEP) continue;
      units = 0;
      yield;
    }
    const setCount = table?.count ?? sorted.length;
    return {
      dictionary: yield* dictionaryOf(sorted),
      documentCount: this.#docs.length,
      counts,
      ...this.#place(codeList, setCount, size),
      setCount,
      setOffsets: table?.offsets(),
      setOrdinals: table?.ordinals(),
    };
  }

  #addDistinct(doc: number, distinct: readonly V[]): void {
    const ids = distinct.map((value) => this.#idOf(value));
    if (ids.length > 1) this.#several.set(this.#docs.length, ids);
    this.#docs.push(doc);
    this.#firsts.push(ids[0] ?? 0);
  }

  #place(codeList: readonly number[], setCount: number, size: number): Pick<ColumnParts, 'docs' | 'codes'> {
    const sparse = isSparseColumn(codeList.length, size);
    const codes = newCodes(sparse ? codeList.length : size, setCount);
    for (let i = 0; i < codeList.length; i++) codes[sparse ? i : (this.#docs[i] ?? 0)] = codeList[i] ?? 0;
    return { codes, docs: sparse ? Uint32Array.from(this.#docs) : undefined };
  }

  #idOf(value: V): number {
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    this.#ids.set(value, this.#ids.size);
    return this.#ids.size - 1;
  }
}

/** Ordinals of the values with these ids, ascending. */
function ordinalsOf(ids: readonly number[], ordinals: Uint32Array): Uint32Array | readonly number[] {
  // A typed array sorts many numbers faster, but takes longer to create.
  if (ids.length < MANY) return ids.map((id) => ordinals[id] ?? 0).sort((a, b) => a - b);
  return Uint32Array.from(ids, (id) => ordinals[id] ?? 0).sort();
}

function* dictionaryOf(sorted: readonly (string | number)[]): Steps<ColumnParts['dictionary']> {
  const numbers = sorted.filter((value) => typeof value === 'number');
  if (numbers.length > 0) return Float64Array.from(numbers);
  return yield* dictionarySteps(sorted.filter((value) => typeof value === 'string'));
}
