import { Gauge, type Registry } from 'prom-client';
import type { Observed } from './observed.ts';
import { sharedCall } from '../util/concurrency/shared-call.ts';

/** Last commits in store and index, and how far the index lags behind. */
export function addSequenceGauges(source: Observed['sequences'], registers: Registry[]): void {
  const sequences = sharedCall(source);
  new Gauge({
    name: 'colophon_sequence',
    help: 'Sequence of the last commit, in the store and in the index.',
    labelNames: ['of'],
    registers,
    async collect() {
      const { store, index } = await sequences();
      this.set({ of: 'store' }, store);
      this.set({ of: 'index' }, index);
    },
  });
  new Gauge({
    name: 'colophon_index_lag_commits',
    help: 'Commits that the index does not contain yet.',
    registers,
    async collect() {
      const { store, index } = await sequences();
      this.set(Math.max(0, store - index));
    },
  });
  new Gauge({
    name: 'colophon_index_lag_seconds',
    help: 'Age of the oldest commit that the index does not contain yet; 0 if it contains all.',
    registers,
    async collect() {
      const { lagMs } = await sequences();
      if (lagMs === undefined) this.remove();
      else this.set(lagMs / 1000);
    },
  });
}

/** Entities with incomplete index documents. */
export function addIncompleteGauge(count: Observed['incompleteDocuments'], registers: Registry[]): void {
  new Gauge({
    name: 'colophon_index_incomplete_documents',
    help: 'Entities with incomplete index documents; `colophon doctor` lists them.',
    registers,
    async collect() {
      const documents = await count();
      if (documents === undefined) this.remove();
      else this.set(documents);
    },
  });
}

/** The oldest commit in the change log. */
export function addLogGauges(source: Observed['oldestCommit'], registers: Registry[]): void {
  const oldestCommit = sharedCall(source);
  new Gauge({
    name: 'colophon_change_log_oldest_sequence',
    help: 'Sequence of the oldest commit in the change log; all before it have been trimmed.',
    registers,
    async collect() {
      const oldest = await oldestCommit();
      if (oldest === undefined) this.remove();
      else this.set(oldest.sequence);
    },
  });
  new Gauge({
    name: 'colophon_change_log_oldest_seconds',
    help: 'Age of the oldest commit in the change log.',
    registers,
    async collect() {
      const oldest = await oldestCommit();
      if (oldest === undefined) this.remove();
      else this.set(oldest.ageMs / 1000);
    },
  });
}

/** Age of the oldest deletion that can be undone. */
export function addDeletionGauge(oldestDeletion: Observed['oldestDeletion'], registers: Registry[]): void {
  new Gauge({
    name: 'colophon_deletions_oldest_seconds',
    help: 'Age of the oldest hard deletion that can be undone; 0 if there is none.',
    registers,
    async collect() {
      this.set(((await oldestDeletion())?.ageMs ?? 0) / 1000);
    },
  });
}

/** Free space of the data folder. */
export function addSpaceGauge(freeSpace: () => Promise<number | undefined>, registers: Registry[]): void {
  new Gauge({
    name: 'colophon_data_free_bytes',
    help: 'Bytes that can still be written to the data folder.',
    registers,
    async collect() {
      const bytes = await freeSpace();
      if (bytes === undefined) this.reset();
      else this.set(bytes);
    },
  });
}

/** Age of the last backup. */
export function addBackupGauge(lastBackup: NonNullable<Observed['lastBackup']>, registers: Registry[]): void {
  new Gauge({
    name: 'colophon_backup_age_seconds',
    help: 'Age of the last backup of the data folder by `colophon backup`; absent before the first.',
    registers,
    async collect() {
      const last = await lastBackup();
      if (last === undefined) this.remove();
      else this.set(last.ageMs / 1000);
    },
  });
}

/** Read connections to the store. */
export function addConnectionGauge(
  connections: NonNullable<Observed['connections']>,
  registers: Registry[],
): void {
  new Gauge({
    name: 'colophon_store_connections',
    help: 'Read connections to the store: used, idle; waiting: reads queued for a connection.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
}
