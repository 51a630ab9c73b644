import { COLUMN_KINDS } from '../segment/column.ts';
import type { SectionWriter } from '../segment/section-writer.ts';
import { dictionaryArrays } from '../segment/text-dictionary.ts';

/** Table of the columns of a segment: the first section of each, by field and kind. */
export class ColumnTable {
  readonly #fields: readonly string[];
  readonly #starts: Uint32Array;

  /** `fields` must be distinct and sorted. */
  constructor(fields: readonly string[]) {
    this.#fields = fields;
    this.#starts = new Uint32Array(fields.length * COLUMN_KINDS);
  }

  /** Records that the column of this kind of field number `field` starts at `section`. */
  start(field: number, kind: number, section: number): void {
    this.#starts[field * COLUMN_KINDS + kind] = section;
  }

  /** Appends the last three sections of the segment. */
  write(writer: SectionWriter): void {
    const { offsets, bytes } = dictionaryArrays(this.#fields);
    writer.add(offsets);
    writer.add(bytes);
    writer.add(this.#starts);
  }
}
