import { hash53 } from '../../../util/fingerprint.ts';
import type { SearchDocument } from '../../search-index.ts';
import { fieldPrefix, shortName } from './terms.ts';

/**
 * Number of shared columns. Fields without their own column are distributed over them by a hash of their name, so that
 * a document has few values in each, and counting or sorting by a field reads few values of others.
 */
export const SHARED_COLUMNS = 64;

/** Objects of the mapping whose members are the fields' own columns. */
export const OWN = { terms: 'own', numbers: 'number' } as const;

/** Index field that stores the exact values of a field of documents. */
export interface Column {
  readonly name: string;
  /** Prefix of the field's terms; empty in an own column. */
  readonly prefix: string;
  /** Index field with the same numbers, for ranges; absent in a shared column. */
  readonly numbers?: string;
  /** Name of both among the members of `OWN.terms` and `OWN.numbers`; absent in a shared column. */
  readonly member?: string;
}

/** Formats of documents, by what each adds to earlier ones. An index keeps its format until it is rebuilt. */
export const FORMATS = {
  /** Words have their impacts as frequencies. */
  impacts: 1,
  /** The engine can weigh words itself (`TIMES_RARITY`). */
  rarities: 2,
  /**
   * Values in a column are not stored elsewhere again: `present` has only fields in shared columns, and `folded` neither
   * texts that are their own folded form (`isFolded`) nor those of internal fields.
   */
  once: 3,
} as const;

/** Format of new indexes. An index with another format is rebuilt. */
export const FORMAT = Math.max(...Object.values(FORMATS));

/** The fields with their own column in a generation of indexes; the same for all processes. */
export interface ColumnList {
  readonly fields: readonly string[];
  /** Fields in which any document has had words; absent in generations of versions that did not record them. */
  readonly texts?: readonly string[];
  /** Format of stored documents: the last of `FORMATS` that they have; 0 when absent. */
  readonly format?: number;
  /** Whether no more fields get their own column with their first value. */
  readonly isClosed: boolean;
  /** The move in progress; absent between moves. */
  readonly move?: ColumnMove;
  /** Fields that have left their own column; the mapping keeps it. */
  readonly former?: readonly string[];
  /** Number of moves whose fields readers find in the new place; 0 when absent. */
  readonly switches?: number;
}

/** Fields that move between an own and a shared column. Writers write them to both. */
export interface ColumnMove {
  readonly fields: readonly string[];
  /**
   * False while documents are copied: readers read the old place. Then they read the new one, as in `ColumnList.fields`.
   */
  readonly isSwitched: boolean;
}

/** Which fields get their own column. */
export interface ColumnRule {
  /** Fields with their own column from the start. */
  readonly always: readonly string[];
  /** Fields that get one with their first value, while there are fewer than `most` such fields. */
  readonly isEligible: (field: string) => boolean;
  readonly most: number;
  /** Field whose values are the names of the eligible fields of a document, to find the most used ones. */
  readonly usage: string;
}

/** No field has its own column: the layout of generations that do not record one. */
export const ALL_SHARED: ColumnList = { fields: [], isClosed: true };

/** Finds the column of a field. */
export class Columns {
  readonly list: ColumnList;
  readonly #own: ReadonlyMap<string, Column>;
  readonly #moving: ReadonlySet<string>;
  readonly #texts: ReadonlySet<string> | undefined;

  constructor(list: ColumnList) {
    this.list = list;
    this.#own = new Map(list.fields.map((field) => [field, ownColumn(field)]));
    this.#moving = new Set(list.move?.fields);
    this.#texts = list.texts && new Set(list.texts);
  }

  /** The column to read. */
  of(field: string): Column {
    return this.#own.get(field) ?? sharedColumn(field);
  }

  /** The columns to write: two while the field moves. */
  placesOf(field: string): readonly Column[] {
    return this.#moving.has(field) ? [sharedColumn(field), ownColumn(field)] : [this.of(field)];
  }

  /** Whether documents have the addition of a format. */
  has(addition: keyof typeof FORMATS): boolean {
    return (this.list.format ?? 0) >= FORMATS[addition];
  }

  /** False when no document has words in the field. */
  mayHaveWords(field: string): boolean {
    return this.#texts?.has(field) !== false;
  }

  /** Increases with each addition, so that a reader can distinguish an old list from a newer one of the same layout. */
  get extent(): number {
    const { fields, texts = [], isClosed } = this.list;
    return fields.length + texts.length + (isClosed ? 1 : 0);
  }

  /**
   * The columns with those of the fields of these documents added, or the same columns if nothing is new. Never adds a
   * column for a field that documents already have: that takes a move.
   */
  withFieldsOf(documents: readonly SearchDocument[], { isEligible, most }: ColumnRule): Columns {
    const { fields, texts = [], isClosed } = this.list;
    const added = new Set<string>();
    const addedTexts = new Set<string>();
    for (const document of documents) {
      if (!isClosed) {
        for (const field of document.values.keys())
          if (isEligible(field) && !this.#own.has(field)) added.add(field);
      }
      for (const field of document.texts.keys()) if (!this.mayHaveWords(field)) addedTexts.add(field);
    }
    if (added.size === 0 && addedTexts.size === 0) return this;
    const room = Math.max(0, most - fields.filter(isEligible).length);
    return new Columns({
      ...this.list,
      fields: [...fields, ...[...added].slice(0, room)],
      ...(this.list.texts && { texts: [...texts, ...addedTexts] }),
      isClosed: isClosed || added.size > room,
    });
  }
}

/** The field's own column, whether in use or not. */
export function ownColumn(field: string): Column {
  const member = shortName(field);
  return { name: `${OWN.terms}.${member}`, prefix: '', numbers: `${OWN.numbers}.${member}`, member };
}

/** The field's shared column, whether in use or not. */
export function sharedColumn(field: string): Column {
  return { name: `values_${hash53(field) % SHARED_COLUMNS}`, prefix: fieldPrefix(field) };
}
