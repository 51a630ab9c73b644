import { join } from 'node:path';
import { createScopedReader } from '../reading/scoped-reading.ts';
import type { DamagedRow } from '../damage.ts';
import type { ChangeLogReader } from '../metadata-store.ts';
import type { ScopedReader, ScopedStore } from '../scoped-reader.ts';
import type { RunReader } from '../run-rows.ts';
import type { PointReader } from '../point-scan.ts';
import type { SystemReader } from '../system-reader.ts';
import { openForReading } from './connection.ts';
import { createReader } from './create-reader.ts';
import { oneSnapshot } from './one-snapshot.ts';
import { DeletionReader } from './deletion-reader.ts';
import { SqlitePointReader } from './point-reader.ts';
import { RowReader } from './row-reader.ts';
import { SqliteRunReader } from './run-reader.ts';

/** Page cache of a thread that only reads, in bytes; the operating system caches the file for all threads. */
const CACHE_BYTES = 8 * 2 ** 20;

/** Reads of a store that another thread of this process writes. */
export class ReadingStore implements ScopedStore, Disposable {
  readonly reader: SystemReader;
  readonly scoped: ScopedReader;
  readonly runs: RunReader;
  readonly points: PointReader;
  readonly log: Pick<ChangeLogReader, 'commitsAfter' | 'lastSequence'>;
  readonly #close: () => void;

  /** Opens the store in a data folder. */
  constructor(folder: string, reportDamage?: (row: DamagedRow) => void) {
    const reading = openForReading(join(folder, 'catalog.db'), CACHE_BYTES);
    const rows = new RowReader(reading, reportDamage);
    this.reader = createReader(rows, new DeletionReader(reading, reportDamage), oneSnapshot(reading));
    this.scoped = createScopedReader(this.reader);
    this.runs = new SqliteRunReader(reading);
    this.points = new SqlitePointReader(reading, reportDamage);
    this.log = {
      commitsAfter: (position, limit) => Promise.resolve(rows.commitsAfter(position, limit)),
      lastSequence: () => rows.lastSequence(),
    };
    this.#close = () => reading.close();
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}
