import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { integer } from '../rows/stored-rows.ts';
import { urnHashing } from './urn-columns.ts';

/** Bits of the filter, 4 MiB: of new urns, 0.4 % are taken for known ones beside a million entities, a fifth beside ten million. */
const BITS = 2 ** 25;

/** Hashes read in one turn of the event loop. */
const SLICE = 10_000;

/**
 * Which urns may be stored, without asking the database: a Bloom filter that has each stored urn, and few others. Each commit empties
 * the cache of the reading connection, so that a lookup costs as much as the rest of a new entity's decision. Deleted entities and
 * failed commits leave their bits, which only costs lookups.
 */
export class KnownUrns {
  readonly #bits = new Uint32Array(BITS / 32);
  readonly #hashOf: (urn: string) => number;
  readonly #hashesAfter: StatementSync;
  #state: 'empty' | 'filling' | 'complete' | 'closed' = 'empty';

  constructor(database: DatabaseSync) {
    this.#hashOf = urnHashing(database);
    this.#hashesAfter = database.prepare(
      `SELECT DISTINCT urn_hash FROM entity WHERE urn_hash > ? ORDER BY urn_hash LIMIT ${SLICE}`,
    );
  }

  /** Notes a urn that a commit is about to create. Call it for each one from the beginning, filled or not. */
  add(urn: string): void {
    this.#addHash(this.#hashOf(urn));
  }

  /** Whether the urn may be stored. False is certain; true until the filter is complete. */
  mayBeStored(urn: string): boolean {
    if (this.#state !== 'complete') return true;
    const hash = this.#hashOf(urn);
    return this.#has(hash >>> 7) && this.#has(secondBit(hash));
  }

  /** Reads the stored hashes, in slices between other work, once. If they cannot be read, every urn may be stored, and lookups fail. */
  async fill(): Promise<void> {
    if (this.#state !== 'empty') return;
    this.#state = 'filling';
    try {
      await this.#readHashes();
    } catch {
      this.#state = 'closed';
    }
  }

  async #readHashes(): Promise<void> {
    for (let last: number | undefined = -1; last !== undefined;) {
      await nextTurn();
      if (this.#isClosed) return;
      const hashes: readonly number[] = this.#hashesAfter.all(last).map((row) => integer(row, 'urn_hash'));
      for (const hash of hashes) this.#addHash(hash);
      last = hashes.length < SLICE ? undefined : hashes.at(-1);
    }
    this.#state = 'complete';
  }

  /** Ends a filling: the connection is about to be closed. */
  close(): void {
    this.#state = 'closed';
  }

  get #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #addHash(hash: number): void {
    this.#set(hash >>> 7);
    this.#set(secondBit(hash));
  }

  #set(bit: number): void {
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  #has(bit: number): boolean {
    return ((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }
}

/** The second of the two bits of a hash, independent of the first, which is its upper part. */
function secondBit(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> 7;
}
