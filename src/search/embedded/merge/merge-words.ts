import { maxImpactsOf } from '../build/write-words.ts';
import { emptyBitmap, setBit, type Bitmap } from '../sets/bitmap.ts';
import type { DictionaryArrays } from '../segment/text-dictionary.ts';
import type { WordArrays, WordColumn } from '../segment/word-column.ts';
import { DROPPED } from './merge-source.ts';
import { mergeTexts } from './merge-texts.ts';
import { PostingSorter } from './posting-sorter.ts';

/** A source word column of a merge. `docMap` maps its documents to their new numbers. */
export interface WordSource {
  readonly column: WordColumn;
  readonly docMap: Uint32Array;
}

/** A merged word column. */
export interface MergedWords {
  readonly dictionary: DictionaryArrays;
  readonly words: WordArrays;
}

/** Merges the word columns of one field; undefined when no kept document has a word. */
export function mergeWords(sources: readonly WordSource[]): MergedWords | undefined {
  const counts = sources.map(countPostings);
  const merged = mergeTexts(
    sources.map(({ column }, i) => ({
      dictionary: column.dictionary,
      kept: keptWords(counts[i] ?? new Uint32Array(0)),
    })),
  );
  if (merged.size === 0) return undefined;
  const offsets = new Uint32Array(merged.size + 1);
  merged.maps.forEach((map, i) => addCounts(offsets, map, counts[i] ?? new Uint32Array(0)));
  for (let word = 0; word < merged.size; word++)
    offsets[word + 1] = (offsets[word + 1] ?? 0) + (offsets[word] ?? 0);
  const docs = new Uint32Array(offsets[merged.size] ?? 0);
  const impacts = new Uint8Array(docs.length);
  const ends = offsets.slice();
  sources.forEach((source, i) =>
    copyPostings(source, merged.maps[i] ?? new Uint32Array(0), { docs, impacts, ends }),
  );
  new PostingSorter(docs, impacts).sortAll(offsets);
  return {
    dictionary: merged.arrays,
    words: { offsets, docs, impacts, maxImpacts: maxImpactsOf(offsets, impacts) },
  };
}

/** Number of postings of kept documents, by word. */
function countPostings({ column, docMap }: WordSource): Uint32Array {
  const counts = new Uint32Array(column.dictionary.size);
  for (let word = 0; word < counts.length; word++) {
    const end = column.offsets[word + 1] ?? 0;
    let count = 0;
    for (let i = column.offsets[word] ?? 0; i < end; i++)
      if (docMap[column.docs[i] ?? 0] !== DROPPED) count++;
    counts[word] = count;
  }
  return counts;
}

function keptWords(counts: Uint32Array): Bitmap {
  const kept = emptyBitmap(counts.length);
  for (let word = 0; word < counts.length; word++) if (counts[word] !== 0) setBit(kept, word);
  return kept;
}

/** Adds the counts at the next index, so that a running sum turns them into offsets. */
function addCounts(offsets: Uint32Array, map: Uint32Array, counts: Uint32Array): void {
  for (let word = 0; word < map.length; word++) {
    const merged = map[word] ?? DROPPED;
    if (merged !== DROPPED) offsets[merged + 1] = (offsets[merged + 1] ?? 0) + (counts[word] ?? 0);
  }
}

/** Appends the postings of a source to those of the same words, at `ends`, and advances it. */
function copyPostings(
  { column, docMap }: WordSource,
  map: Uint32Array,
  { docs, impacts, ends }: { docs: Uint32Array; impacts: Uint8Array; ends: Uint32Array },
): void {
  for (let word = 0; word < map.length; word++) {
    const merged = map[word] ?? DROPPED;
    if (merged === DROPPED) continue;
    const last = column.offsets[word + 1] ?? 0;
    let end = ends[merged] ?? 0;
    for (let i = column.offsets[word] ?? 0; i < last; i++) {
      const doc = docMap[column.docs[i] ?? 0] ?? DROPPED;
      if (doc === DROPPED) continue;
      docs[end] = doc;
      impacts[end++] = column.impacts[i] ?? 0;
    }
    ends[merged] = end;
  }
}
