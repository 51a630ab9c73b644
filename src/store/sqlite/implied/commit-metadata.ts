import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { messageOf } from '../../../errors.ts';
import { UNKNOWN_WRITE, type AuditStamp, type SystemMetadata } from '../../../model/aspect.ts';
import type { Sequence } from '../../../model/sequence.ts';
import {
  integer,
  stampOf,
  systemMetadataOf,
  text,
  writtenIn,
  type SqlRow,
  type Written,
} from '../../rows/stored-rows.ts';
import { rowSum, type RowContent } from '../row-checksum.ts';
import {
  differenceTo,
  impliedBy,
  withDifference,
  type ImpliedMetadata,
  type RowKind,
} from './implied-metadata.ts';

/** `createdby` of a row whose author is that of its commit, and whose system metadata is a difference to what the commit implies. */
export const BY_COMMIT = '';

/** Commits kept in memory; rows that are read together are often of few. */
const MOST_KNOWN = 1_000;

/** Column with the commit that wrote a row. */
const COMMIT_COLUMN: Readonly<Record<RowKind, string>> = { entity: 'createdin', aspect: 'sequence' };

interface KnownCommit {
  readonly created: AuditStamp;
  readonly implied: ImpliedMetadata;
}

/**
 * Reads authors, times and system metadata of rows, those that a row has itself and those that its commit implies. A damaged commit
 * leaves the values of its rows intact, so these are read anyway, as of an unknown author; `problemIn` names the damage.
 */
export class CommitMetadata {
  readonly #find: StatementSync;
  /** By sequence; a text names the damage. */
  readonly #known = new Map<Sequence, KnownCommit | string>();

  constructor(database: DatabaseSync) {
    this.#find = database.prepare('SELECT * FROM commit_metadata WHERE sequence = ?');
  }

  /** Author, time and system metadata of a row. */
  writtenIn(kind: RowKind, row: SqlRow): Written {
    if (row['createdby'] !== BY_COMMIT) return writtenIn(row);
    const commit = this.#commitOf(kind, row);
    if (typeof commit === 'string') {
      const { created, systemMetadata } = UNKNOWN_WRITE;
      return { created: { ...created, time: integer(row, 'createdon') }, systemMetadata };
    }
    return {
      created: commit.created,
      systemMetadata: withDifference(text(row, 'systemmetadata'), commit.implied[kind]),
    };
  }

  /** Why nobody knows who wrote a row, as the end of a sentence; undefined: it is known. */
  problemIn(kind: RowKind, row: SqlRow): string | undefined {
    if (row['createdby'] !== BY_COMMIT) return undefined;
    const commit = this.#commitOf(kind, row);
    return typeof commit === 'string' ? commit : undefined;
  }

  /** The text that stores other system metadata, JSON, in a row. */
  replaced(kind: RowKind, row: SqlRow, systemMetadata: string): string {
    if (row['createdby'] !== BY_COMMIT) return systemMetadata;
    const commit = this.#commitOf(kind, row);
    if (typeof commit === 'string') return systemMetadata;
    // The caller wrote the text from such an object.
    return differenceTo(commit.implied[kind])(JSON.parse(systemMetadata) as SystemMetadata);
  }

  /** Drops what was read. Call it when a transaction that wrote was rolled back: the next commit may have its sequence. */
  clear(): void {
    this.#known.clear();
  }

  #commitOf(kind: RowKind, row: SqlRow): KnownCommit | string {
    const sequence = integer(row, COMMIT_COLUMN[kind]);
    const known = this.#known.get(sequence);
    if (known !== undefined) return known;
    const read = this.#read(sequence);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(sequence, read);
    return read;
  }

  #read(sequence: Sequence): KnownCommit | string {
    const damaged = `the metadata of its commit, ${sequence}, is damaged`;
    try {
      const row = this.#find.get(sequence);
      if (row === undefined || row['checksum'] !== sumOf(sequence, row)) return damaged;
      const created = stampOf(row);
      return { created, implied: impliedBy({ created, observed: systemMetadataOf(row) }) };
    } catch (error) {
      return `${damaged} (${messageOf(error)})`;
    }
  }
}

/** Checksum of the metadata of a commit. */
export function commonSum(common: Omit<RowContent, 'internal' | 'metadata'>): number {
  return rowSum(0, '', { ...common, metadata: '', internal: null });
}

function sumOf(sequence: Sequence, row: SqlRow): number {
  const stamp = { createdOn: integer(row, 'createdon'), createdBy: text(row, 'createdby') };
  return commonSum({ ...stamp, systemMetadata: text(row, 'systemmetadata'), sequence });
}
