import type { Config } from '../config/options.ts';
import type { Logs } from '../log.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { lockFolder } from '../store/sqlite/folder-lock.ts';
import { makeFolder } from '../store/sqlite/make-folder.ts';
import { damageReporter } from './report-damage.ts';
import { openMemoryStore, openSqliteStore } from '../store/sqlite/open.ts';
import type { WorkTracer } from '../tracing.ts';

/** Options that locate and configure the store. */
export type StoreConfig = Pick<Config, 'data' | 'memory' | 'store' | 'storeConnections'>;

/** Dependencies of opening a store. */
export interface OpeningParts {
  readonly logs: Pick<Logs, 'store'>;
  readonly disposal: AsyncDisposableStack;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
  /** Receives what is being done while a migration takes long, in a sentence. */
  readonly reportUpgrade: (sentence: string) => void;
}

/** Opens the configured store and locks the data folder for this process. `disposal` releases both. */
export async function openStore(
  { data, memory, store, storeConnections }: StoreConfig,
  { disposal, logs, reportUpgrade, tracer }: OpeningParts,
): Promise<MetadataStore> {
  if (memory) return disposal.use(openMemoryStore());
  const log = (message: string): void => logs.store.info(message);
  const progress = (sentence: string): void => {
    log(sentence);
    reportUpgrade(sentence);
  };
  if (store === '')
    return disposal.use(
      await openSqliteStore(data, { listener: { log, progress }, reportDamage: damageReporter(logs) }),
    );
  makeFolder(data);
  disposal.defer(lockFolder(data));
  // Loaded only if needed.
  const { openPostgresStore } = await import('../store/postgres/open.ts');
  return disposal.use(
    await openPostgresStore(store, { connections: storeConnections, log, progress, tracer }),
  );
}
