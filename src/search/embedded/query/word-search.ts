import { analyzeText } from '../../analyzer.ts';
import type { WordQuery } from '../../search-index.ts';
import { rarityOf } from '../build/impact.ts';
import { documentCount } from '../epoch.ts';
import type { Epoch } from '../epoch.ts';
import { intersectAll, uniteAll } from '../sets/combine.ts';
import { countOf } from '../sets/doc-set.ts';
import type { DocSet } from '../sets/doc-set.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from '../segment/segment-view.ts';
import type { Postings } from '../segment/word-column.ts';

/** A word that must occur, and what an occurrence of it in each field weighs. */
export interface WeightedWord {
  readonly word: string;
  readonly fields: readonly { readonly field: string; readonly weight: number }[];
}

/** Postings of one word in one field of a segment with their weight. */
export interface WeightedPostings extends Postings {
  readonly weight: number;
}

/** Distinct words of a query. */
export function wordsOf(query: WordQuery): string[] {
  return [...new Set(analyzeText(query.text).words)];
}

/** Weighs the words of a query by how rare they are in each field of this state. */
export function weighWords(epoch: Epoch, query: WordQuery): WeightedWord[] {
  const total = documentCount(epoch);
  return wordsOf(query).map((word) => ({
    word,
    fields: query.fields.map(({ field, boost }) => ({
      field,
      weight: (boost * rarityOf(frequencyOf(epoch, field, word), total)) / 255,
    })),
  }));
}

/** Documents of a segment in which every word occurs in one of the fields, deleted ones included. */
export function matchWords(segment: Segment, words: readonly string[], fields: readonly string[]): DocSet {
  const sets = words.map((word) =>
    uniteAll(
      fields.map((field) => documentsOfWord(segment, field, word)).filter((set) => set !== undefined),
      segment.size,
    ),
  );
  return sets.length === 0 ? { kind: 'list', docs: new Uint32Array(0) } : intersectAll(sets, segment.size);
}

/** Postings of each word in each field of a segment where it occurs. */
export function postingsOf(segment: Segment, words: readonly WeightedWord[]): WeightedPostings[][] {
  return words.map(({ word, fields }) =>
    fields.flatMap(({ field, weight }) => {
      const column = segment.words(field);
      const ordinal = column?.dictionary.find(word) ?? -1;
      return column === undefined || ordinal < 0 ? [] : [{ ...column.postings(ordinal), weight }];
    }),
  );
}

/** Live documents that have the word in the field. */
function frequencyOf(epoch: Epoch, field: string, word: string): number {
  return epoch.views.reduce((sum, view) => sum + liveFrequency(view, field, word), 0);
}

function liveFrequency(view: SegmentView, field: string, word: string): number {
  const set = documentsOfWord(view.segment, field, word);
  if (set === undefined) return 0;
  const { size } = view.segment;
  const deleted =
    view.deletions.count === 0 ? 0 : countOf(intersectAll([set, view.deletions.set], size), size);
  return countOf(set, size) - deleted;
}

function documentsOfWord(segment: Segment, field: string, word: string): DocSet | undefined {
  const column = segment.words(field);
  const ordinal = column?.dictionary.find(word) ?? -1;
  return column === undefined || ordinal < 0 ? undefined : column.documents(ordinal);
}
