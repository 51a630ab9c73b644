import type { Codes, ColumnArrays } from '../segment/column.ts';
import type { SectionWriter } from '../segment/section-writer.ts';
import type { DictionaryArrays } from '../segment/text-dictionary.ts';

const NOTHING = new Uint8Array(0);

/** A column ready to be written. */
export interface ColumnParts extends ColumnArrays {
  readonly dictionary: DictionaryArrays | Float64Array;
}

/** Appends the sections of a column, in the order of `COLUMN_SECTION`. */
export function writeColumn(writer: SectionWriter, parts: ColumnParts): void {
  const multiple = parts.setOffsets === undefined ? 0 : 1;
  writer.add(new Uint32Array([multiple, parts.codes.BYTES_PER_ELEMENT, parts.setCount, parts.documentCount]));
  if (parts.dictionary instanceof Float64Array) {
    writer.add(parts.dictionary);
    writer.add(NOTHING);
  } else {
    writer.add(parts.dictionary.offsets);
    writer.add(parts.dictionary.bytes);
  }
  writer.add(parts.counts);
  writer.add(parts.docs ?? NOTHING);
  writer.add(parts.codes);
  writer.add(parts.setOffsets ?? NOTHING);
  writer.add(parts.setOrdinals ?? NOTHING);
}

/** The narrowest array for `length` codes up to `largest`. */
export function newCodes(length: number, largest: number): Codes {
  if (largest < 0x100) return new Uint8Array(length);
  return largest < 0x10000 ? new Uint16Array(length) : new Uint32Array(length);
}

/**
 * True when a column is stored as a list of the documents that have a value, instead of a code for every document.
 * A list costs four more bytes per entry and a binary search per read, so it must be much shorter.
 */
export function isSparseColumn(documentCount: number, size: number): boolean {
  return documentCount < size >>> 4;
}
