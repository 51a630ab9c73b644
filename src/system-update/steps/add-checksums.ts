import { CatalogError } from '../../errors.ts';
import type { ChecksumPlace } from '../../store/damage.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import type { UpdateStep } from '../step.ts';
import type { UpgradeRecords } from '../upgrade-records.ts';

/** Dependencies of the step. */
export interface ChecksumParts {
  readonly store: Pick<MetadataStore, 'checksums' | 'damage'>;
  readonly records: Pick<UpgradeRecords, 'read'>;
  /** Yields to requests between two transactions. */
  readonly pause: () => Promise<void>;
}

const ID = 'add-checksums';

/**
 * Adds checksums to rows that earlier versions wrote without them, if SQLite finds no error in the file. Rows with a
 * checksum are skipped, so that an interrupted run can start again. CONFLICT when the file is damaged.
 */
export function addChecksums({ pause, records, store }: ChecksumParts): UpdateStep {
  const { checksums, damage } = store;
  return {
    id: ID,
    isBlocking: false,
    isForStored: true,
    need: async () => {
      if (checksums === undefined)
        return {
          verdict: 'impossible',
          reason: 'PostgreSQL has its own checksums.',
          cause: 'NOT_FOR_THIS_ENGINE',
        };
      const { state } = await records.read(ID);
      return state === 'SUCCEEDED' || state === 'ABORTED'
        ? { verdict: 'possible', reason: 'Rows are written with their checksums.', cause: 'UP_TO_DATE' }
        : { verdict: 'needed', reason: 'Rows of an earlier version have no checksums.', cause: 'DUE' };
    },
    run: async ({ signal, reportProgress }) => {
      const [problem] = await damage.checkFile();
      if (problem !== undefined) {
        throw new CatalogError(
          'CONFLICT',
          `The file of the store is damaged: ${problem}. Restore catalog.db from a backup, then start the step again.`,
        );
      }
      let rows = 0;
      let place: ChecksumPlace | undefined;
      do {
        signal.throwIfAborted();
        const step = await checksums?.add(place);
        rows += step?.added ?? 0;
        place = step?.next;
        reportProgress(rows, rows);
        await pause();
      } while (place !== undefined);
      return { rows };
    },
  };
}
