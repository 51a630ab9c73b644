import { filterOf } from '../build/build-segment.ts';
import { ColumnTable } from '../build/column-table.ts';
import { writeColumn } from '../build/write-column.ts';
import { writeWords } from '../build/write-words.ts';
import { invertBitmap } from '../sets/bitmap.ts';
import { COLUMN_KIND } from '../segment/column.ts';
import { SectionWriter } from '../segment/section-writer.ts';
import { mergeColumns } from './merge-column.ts';
import { mergeNumbers } from './merge-numbers.ts';
import type { MappedSource, MergeSource } from './merge-source.ts';
import { mergeTexts } from './merge-texts.ts';
import { mergeWords } from './merge-words.ts';

/** A merged segment. */
export interface MergedSegment {
  readonly buffer: SharedArrayBuffer;
  /** For each source, the new numbers of its documents; DROPPED for deleted ones. */
  readonly docMaps: readonly Uint32Array[];
}

/** Merges the live documents of segments into one segment; a urn must be live in only one of them. */
export function mergeSegments(sources: readonly MergeSource[]): MergedSegment {
  const urns = mergeTexts(
    sources.map(({ segment, deletions }) => ({
      dictionary: segment.urns,
      kept: deletions.count === 0 ? undefined : invertBitmap(deletions.bitmap, segment.size),
    })),
  );
  const mapped = sources.map((source, i) => ({ ...source, docMap: urns.maps[i] ?? new Uint32Array(0) }));
  const writer = new SectionWriter(expectedBytes(sources));
  writer.add(urns.arrays.offsets);
  writer.add(urns.arrays.bytes);
  writer.add(filterOf(urns.arrays, urns.size));
  const fields = [...new Set(sources.flatMap(({ segment }) => segment.fieldNames()))].sort();
  const table = new ColumnTable(fields);
  fields.forEach((field, index) => mergeField(writer, table, field, index, mapped, urns.size));
  table.write(writer);
  return { buffer: writer.finish(urns.size), docMaps: urns.maps };
}

/** A merged segment is rarely larger than its sources: only codes can get wider. */
function expectedBytes(sources: readonly MergeSource[]): number {
  return sources.reduce((sum, { segment }) => sum + segment.sections.usedBytes, 0) * 1.2;
}

function mergeField(
  writer: SectionWriter,
  table: ColumnTable,
  field: string,
  index: number,
  sources: readonly MappedSource[],
  size: number,
): void {
  const texts = mergeColumns(
    sources.flatMap(({ segment, docMap }) => withColumn(segment.texts(field), docMap)),
    size,
    mergeTexts,
  );
  if (texts !== undefined) {
    table.start(index, COLUMN_KIND.texts, writer.nextSection);
    writeColumn(writer, texts);
  }
  const numbers = mergeColumns(
    sources.flatMap(({ segment, docMap }) => withColumn(segment.numbers(field), docMap)),
    size,
    mergeNumbers,
  );
  if (numbers !== undefined) {
    table.start(index, COLUMN_KIND.numbers, writer.nextSection);
    writeColumn(writer, numbers);
  }
  const merged = mergeWords(
    sources.flatMap(({ segment, docMap }) => withColumn(segment.words(field), docMap)),
  );
  if (merged !== undefined) {
    table.start(index, COLUMN_KIND.words, writer.nextSection);
    writeWords(writer, merged.dictionary, merged.words);
  }
}

function withColumn<C>(column: C | undefined, docMap: Uint32Array): { column: C; docMap: Uint32Array }[] {
  return column === undefined ? [] : [{ column, docMap }];
}
