import { andInto, andNotInto, clearBit, orInto, setBit, type Bitmap } from './bitmap.ts';
import { filterList, intersectLists, subtractLists, uniteLists, type DocList } from './doc-list.ts';
import {
  ALL_DOCS,
  BitmapSet,
  NO_DOCS,
  complement,
  copyToBitmap,
  countOf,
  isEverything,
  isSparse,
  type DocSet,
  type PresentDocs,
} from './doc-set.ts';
import { scratchCopy } from './scratch.ts';

/** Intersection of the sets; every document if there are none. */
export function intersectAll(sets: readonly DocSet[], size: number): DocSet {
  const lists = sets.filter((set) => set.kind === 'list').map((set) => set.docs);
  const missing = uniteMany(
    sets.filter((set) => set.kind === 'except').map((set) => set.docs),
    size,
  );
  const bitmaps = sets.filter((set) => set.kind === 'bits');
  const shortest = lists.sort((a, b) => a.length - b.length).shift();
  if (shortest !== undefined) {
    let docs = lists.reduce(intersectLists, shortest);
    for (const bitmap of bitmaps) docs = filterList(docs, bitmap.words, true);
    docs =
      missing.kind === 'bits' ? filterList(docs, missing.words, false) : subtractLists(docs, missing.docs);
    return { kind: 'list', docs };
  }
  const [first, ...others] = bitmaps;
  if (first === undefined) return complement(missing, size);
  if (others.length === 0 && missing.kind !== 'bits') return first.without(missing.docs);
  const words = scratchCopy(first.words);
  for (const other of others) andInto(words, other.words);
  if (missing.kind === 'bits') andNotInto(words, missing.words);
  else clearAll(words, missing.docs);
  return new BitmapSet(words);
}

/** Union of the sets; no document if there are none. */
export function uniteAll(sets: readonly DocSet[], size: number): DocSet {
  if (sets.length === 1) return sets[0] ?? NO_DOCS;
  if (sets.some(isEverything)) return ALL_DOCS;
  if (sets.some((set) => set.kind === 'except')) {
    return complement(
      intersectAll(
        sets.map((set) => complement(set, size)),
        size,
      ),
      size,
    );
  }
  const lists = sets.filter((set) => set.kind === 'list').map((set) => set.docs);
  const bitmaps = sets.filter((set) => set.kind === 'bits');
  const [first, ...others] = bitmaps;
  if (first === undefined) return uniteMany(lists, size);
  if (others.length === 0 && lists.every((docs) => docs.length === 0)) return first;
  const words = scratchCopy(first.words);
  for (const other of others) orInto(words, other.words);
  for (const docs of lists) setAll(words, docs);
  return new BitmapSet(words);
}

/**
 * Intersection of the unions of sets; every document if there are none. Starts with the smallest: where few documents
 * remain, the larger unions are not formed.
 */
export function intersectUnions(unions: readonly (readonly DocSet[])[], size: number): DocSet {
  const most = (sets: readonly DocSet[]): number => sets.reduce((sum, set) => sum + countOf(set, size), 0);
  return unions
    .map((sets) => ({ sets, most: most(sets) }))
    .sort((a, b) => a.most - b.most)
    .reduce((common, { sets }) => intersectWithUnion(common, sets, size), ALL_DOCS);
}

function intersectWithUnion(common: DocSet, sets: readonly DocSet[], size: number): DocSet {
  if (common.kind !== 'list') return intersectAll([common, uniteAll(sets, size)], size);
  return uniteAll(
    sets.map((set) => intersectAll([common, set], size)),
    size,
  );
}

/** Difference of two sets. */
export function subtract(set: DocSet, other: DocSet, size: number): DocSet {
  if (other === NO_DOCS) return set;
  return set === ALL_DOCS ? complement(other, size) : intersectAll([set, complement(other, size)], size);
}

/** Union of lists: a list if it is short, else a bitmap. */
function uniteMany(lists: readonly DocList[], size: number): PresentDocs {
  const total = lists.reduce((sum, docs) => sum + docs.length, 0);
  const [first, second, ...others] = lists.filter((docs) => docs.length > 0);
  if (first === undefined) return NO_DOCS;
  if (second === undefined) return { kind: 'list', docs: first };
  if (isSparse(total, size) && others.length < 6) {
    return { kind: 'list', docs: others.reduce(uniteLists, uniteLists(first, second)) };
  }
  const words = copyToBitmap({ kind: 'list', docs: first }, size);
  for (const docs of [second, ...others]) setAll(words, docs);
  return new BitmapSet(words);
}

function setAll(words: Bitmap, docs: DocList): void {
  for (let i = 0; i < docs.length; i++) setBit(words, docs[i] ?? 0);
}

function clearAll(words: Bitmap, docs: DocList): void {
  for (let i = 0; i < docs.length; i++) clearBit(words, docs[i] ?? 0);
}
