import { COLUMN_KIND, COLUMN_KINDS, COLUMN_SECTION, readColumnArrays } from './column.ts';
import { ENTITY_TYPE_FIELD } from '../../mapping.ts';
import type { DerivedCache } from './derived.ts';
import { IndexedColumn } from './indexed-column.ts';
import { NumberDictionary } from './number-dictionary.ts';
import { CachedSets } from './cached-sets.ts';
import { LAST_SECTION, SECTION, Sections } from './sections.ts';
import { TextDictionary } from './text-dictionary.ts';
import { UrnFilter } from './urn-filter.ts';
import { WordColumn } from './word-column.ts';

/** A column of texts. */
export type TextColumn = IndexedColumn<TextDictionary>;
/** A column of numbers. */
export type NumberColumn = IndexedColumn<NumberDictionary>;

/**
 * An immutable set of documents, numbered in the order of their urns. All data is in one shared buffer; objects are
 * created per column on demand, never per document.
 */
export class Segment {
  /** Number of documents, including those deleted since. */
  readonly size: number;
  readonly urns: TextDictionary;
  readonly urnFilter: UrnFilter;
  readonly sections: Sections;
  /** Cached documents of long expressions. */
  readonly cachedSets: CachedSets;
  readonly #fields: TextDictionary;
  readonly #starts: Uint32Array;
  readonly #cache: DerivedCache;
  readonly #texts = new Map<string, TextColumn | undefined>();
  readonly #numbers = new Map<string, NumberColumn | undefined>();
  #entityTypes: readonly string[] | undefined;
  readonly #words = new Map<string, WordColumn | undefined>();

  constructor(buffer: SharedArrayBuffer, cache: DerivedCache) {
    const sections = new Sections(buffer);
    this.sections = sections;
    this.size = sections.documentCount;
    this.urns = dictionaryAt(sections, SECTION.urnOffsets);
    this.urnFilter = new UrnFilter(sections.words(SECTION.urnFilter));
    this.#fields = dictionaryAt(sections, LAST_SECTION.fieldOffsets);
    this.#starts = sections.words(LAST_SECTION.columns);
    this.#cache = cache;
    this.cachedSets = new CachedSets(cache);
  }

  /** Names of all fields, ascending. */
  fieldNames(): string[] {
    return Array.from({ length: this.#fields.size }, (_, field) => this.#fields.get(field));
  }

  /** The texts of a field; undefined when no document has one. */
  texts(field: string): TextColumn | undefined {
    return cached(this.#texts, field, () => {
      const first = this.#startOf(field, COLUMN_KIND.texts);
      if (first === 0) return undefined;
      return this.#column(first, dictionaryAt(this.sections, first + COLUMN_SECTION.dictionary));
    });
  }

  /** The numbers of a field; undefined when no document has one. */
  numbers(field: string): NumberColumn | undefined {
    return cached(this.#numbers, field, () => {
      const first = this.#startOf(field, COLUMN_KIND.numbers);
      if (first === 0) return undefined;
      return this.#column(
        first,
        new NumberDictionary(this.sections.doubles(first + COLUMN_SECTION.dictionary)),
      );
    });
  }

  /** The words of a field; undefined when no document has one. */
  words(field: string): WordColumn | undefined {
    return cached(this.#words, field, () => {
      const first = this.#startOf(field, COLUMN_KIND.words);
      return first === 0 ? undefined : new WordColumn(this.sections, first, this.size, this.#cache);
    });
  }

  /** Entity type of a document. */
  entityTypeOf(doc: number): string {
    const types = this.texts(ENTITY_TYPE_FIELD);
    if (types === undefined) return '';
    this.#entityTypes ??= Array.from({ length: types.valueCount }, (_, ordinal) =>
      types.dictionary.get(ordinal),
    );
    return this.#entityTypes[types.codeOf(doc) - 1] ?? '';
  }

  #column<D extends TextDictionary | NumberDictionary>(first: number, dictionary: D): IndexedColumn<D> {
    const arrays = readColumnArrays(this.sections, first);
    return new IndexedColumn(dictionary, this.size, arrays, this.#cache);
  }

  /** First section of a column; 0 when there is none (section 0 never belongs to a column). */
  #startOf(field: string, kind: number): number {
    const ordinal = this.#fields.find(field);
    return ordinal < 0 ? 0 : (this.#starts[ordinal * COLUMN_KINDS + kind] ?? 0);
  }
}

function dictionaryAt(sections: Sections, first: number): TextDictionary {
  return new TextDictionary({ offsets: sections.words(first), bytes: sections.bytes(first + 1) });
}

/** Maximum cached fields; beyond it, fields without a column are not cached, because queries may name any number. */
const MOST_CACHED = 4_096;

function cached<T>(known: Map<string, T | undefined>, key: string, make: () => T | undefined): T | undefined {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found;
  const made = make();
  if (made !== undefined || known.size < MOST_CACHED) known.set(key, made);
  return made;
}
