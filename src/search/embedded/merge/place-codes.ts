import type { Codes, Column } from '../segment/column.ts';
import { DROPPED } from './merge-source.ts';

/** A source column with the new numbers of its documents and the new codes of its value sets. */
export interface PlacedSource {
  readonly column: Column;
  readonly docMap: Uint32Array;
  readonly codeMap: Uint32Array;
}

/** Writes the new codes: by document, or, if `docs` is given, as a list beside it, filling both. */
export function placeCodes(
  sources: readonly PlacedSource[],
  codes: Codes,
  docs: Uint32Array | undefined,
): void {
  if (docs === undefined) for (const source of sources) placeDense(source, codes);
  else placeSparse(sources, codes, docs);
}

function placeDense({ column, docMap, codeMap }: PlacedSource, codes: Codes): void {
  const { docs: holders, codes: old } = column;
  for (let i = 0; i < old.length; i++) {
    const doc = docMap[holders === undefined ? i : (holders[i] ?? 0)] ?? DROPPED;
    if (doc !== DROPPED) codes[doc] = codeMap[old[i] ?? 0] ?? 0;
  }
}

/** Merges the documents of all sources by sorting numbers composed of document (high) and code (low 24 bits). */
function placeSparse(sources: readonly PlacedSource[], codes: Codes, docs: Uint32Array): void {
  const keys = new Float64Array(docs.length);
  let end = 0;
  for (const { column, docMap, codeMap } of sources) {
    for (let i = 0; i < column.codes.length; i++) {
      const doc = docMap[column.docs === undefined ? i : (column.docs[i] ?? 0)] ?? DROPPED;
      const code = codeMap[column.codes[i] ?? 0] ?? 0;
      if (doc !== DROPPED && code !== 0) keys[end++] = doc * 2 ** 24 + code;
    }
  }
  keys.sort();
  for (let i = 0; i < end; i++) {
    const key = keys[i] ?? 0;
    docs[i] = Math.floor(key / 2 ** 24);
    codes[i] = key % 2 ** 24;
  }
}
