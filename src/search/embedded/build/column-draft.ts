import type { Steps } from '../../../util/concurrency/steps.ts';
import { dictionarySteps } from '../segment/text-dictionary.ts';
import { SetTable } from './set-table.ts';
import { sortSteps } from './sort-steps.ts';
import { isSparseColumn, newCodes, type ColumnParts } from './write-column.ts';

/** Values added, sorted or written in one step. */
export const PER_STEP = 8_192;

/** Number of values of a document above which a typed array sorts them faster. */
const MANY = 256;

/** Collects the values of one field, all texts or all numbers, document by document. */
export class ColumnDraft<V extends string | number> {
  readonly #ids = new Map<V, number>();
  readonly #docs: number[] = [];
  /** Ids of the values of all documents, distinct within each. */
  readonly #values: number[] = [];
  /** End of the values of each document of `#docs`. */
  readonly #ends: number[] = [];
  #hasSeveral = false;

  /** Adds the values of a document, or nothing if it throws. Call it in ascending order of documents. */
  add(doc: number, values: readonly V[]): void {
    const start = this.#start();
    for (const value of values) {
      const id = this.#idOf(value);
      if (!this.#values.includes(id, start)) this.#values.push(id);
    }
    this.#end(doc, start);
  }

  /** Adds the values of a document in steps, or nothing if it throws. Call it in ascending order of documents. */
  *addSteps(doc: number, values: readonly V[]): Steps<void> {
    const start = this.#start();
    const added = new Set<number>();
    for (let from = 0; from < values.length; from += PER_STEP) {
      if (from > 0) yield;
      for (const value of values.slice(from, from + PER_STEP)) added.add(this.#idOf(value));
    }
    for (const id of added) this.#values.push(id);
    this.#end(doc, start);
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
    const table = this.#hasSeveral ? new SetTable() : undefined;
    const codeList = new Uint32Array(this.#docs.length);
    let units = 0;
    for (let i = 0, start = 0; i < codeList.length; i++) {
      const end = this.#ends[i] ?? 0;
      if (table === undefined) {
        const ordinal = ordinals[this.#values[start] ?? 0] ?? 0;
        counts[ordinal] = (counts[ordinal] ?? 0) + 1;
        codeList[i] = ordinal + 1;
      } else {
        const set = ordinalsOf(this.#values.slice(start, end), ordinals);
        for (let at = 0; at < set.length; at++) counts[set[at] ?? 0] = (counts[set[at] ?? 0] ?? 0) + 1;
        codeList[i] = table.intern(set);
      }
      units += end - start;
      start = end;
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

  /** Where the values of the next document start. Drops those of a document that could not be added. */
  #start(): number {
    const start = this.#ends.at(-1) ?? 0;
    if (this.#values.length > start) this.#values.length = start;
    return start;
  }

  /** Ends a document whose values start at `start`; leaves out one without values. */
  #end(doc: number, start: number): void {
    const end = this.#values.length;
    if (end === start) return;
    this.#docs.push(doc);
    this.#ends.push(end);
    if (end - start > 1) this.#hasSeveral = true;
  }

  #place(codeList: Uint32Array, setCount: number, size: number): Pick<ColumnParts, 'docs' | 'codes'> {
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

/** Turns the ids of distinct values into their ordinals, ascending. A short list is changed in place. */
function ordinalsOf(ids: number[], ordinals: Uint32Array): Uint32Array | readonly number[] {
  if (ids.length >= MANY) return Uint32Array.from(ids, (id) => ordinals[id] ?? 0).sort();
  // Sorted by insertion: `sort` allocates several arrays, and most documents have few values.
  for (let i = 0; i < ids.length; i++) {
    const ordinal = ordinals[ids[i] ?? 0] ?? 0;
    let at = i;
    for (; at > 0 && (ids[at - 1] ?? 0) > ordinal; at--) ids[at] = ids[at - 1] ?? 0;
    ids[at] = ordinal;
  }
  return ids;
}

function* dictionaryOf(sorted: readonly (string | number)[]): Steps<ColumnParts['dictionary']> {
  return areTexts(sorted) ? yield* dictionarySteps(sorted) : Float64Array.from(sorted, Number);
}

function areTexts(values: readonly (string | number)[]): values is readonly string[] {
  return typeof values[0] === 'string';
}
