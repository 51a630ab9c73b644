import { dictionaryArrays } from '../segment/text-dictionary.ts';
import { SetTable } from './set-table.ts';
import { isSparseColumn, newCodes } from './write-column.ts';
import type { ColumnParts } from './write-column.ts';

/** Collects the values of one field, all texts or all numbers, document by document. */
export class ColumnDraft<V extends string | number> {
  readonly #ids = new Map<V, number>();
  readonly #docs: number[] = [];
  /** Id of the first value of each document in `#docs`. */
  readonly #firsts: number[] = [];
  /** Ids of all values of those documents that have several, by position in `#docs`. */
  readonly #several = new Map<number, readonly number[]>();

  /** Adds the values of a document. Call it in ascending order of documents. */
  add(doc: number, values: readonly V[]): void {
    const [first] = values;
    if (first === undefined) return;
    if (values.length > 1) {
      const distinct = new Set(values);
      if (distinct.size > 1)
        this.#several.set(
          this.#docs.length,
          Array.from(distinct, (value) => this.#idOf(value)),
        );
    }
    this.#docs.push(doc);
    this.#firsts.push(this.#idOf(first));
  }

  /** Builds the column, for a segment with `size` documents. */
  finish(size: number): ColumnParts {
    const sorted = sortValues([...this.#ids.keys()]);
    const ordinals = new Uint32Array(sorted.length);
    for (let ordinal = 0; ordinal < sorted.length; ordinal++) {
      const value = sorted[ordinal];
      if (value !== undefined) ordinals[this.#idOf(value)] = ordinal;
    }
    const counts = new Uint32Array(sorted.length);
    const table = this.#several.size > 0 ? new SetTable() : undefined;
    const codeList = this.#firsts.map((first, i) => {
      const several = this.#several.get(i);
      const set = several?.map((id) => ordinals[id] ?? 0).sort((a, b) => a - b) ?? [ordinals[first] ?? 0];
      for (const ordinal of set) counts[ordinal] = (counts[ordinal] ?? 0) + 1;
      return table === undefined ? (set[0] ?? 0) + 1 : table.intern(set);
    });
    const setCount = table?.count ?? sorted.length;
    return {
      dictionary: dictionaryOf(sorted),
      documentCount: this.#docs.length,
      counts,
      ...this.#place(codeList, setCount, size),
      setCount,
      setOffsets: table?.offsets(),
      setOrdinals: table?.ordinals(),
    };
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

function sortValues<V extends string | number>(values: V[]): V[] {
  // Without a comparator, texts sort by UTF-16 unit, which is also much faster; numbers would sort as texts.
  return typeof values[0] === 'string' ? values.sort() : values.sort((a, b) => Number(a) - Number(b));
}

function dictionaryOf(sorted: readonly (string | number)[]): ColumnParts['dictionary'] {
  const numbers = sorted.filter((value) => typeof value === 'number');
  if (numbers.length > 0) return Float64Array.from(numbers);
  return dictionaryArrays(sorted.filter((value) => typeof value === 'string'));
}
