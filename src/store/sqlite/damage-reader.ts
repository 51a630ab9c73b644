import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import { moduleBeside } from '../../util/module-beside.ts';
import type { DamageReader, DamagedRow } from '../damage.ts';
import type { RowReader } from './row-reader.ts';

/** Looks for damage in the file at `path`; undefined: the database is in memory, whose structure is not checked. */
export function createDamageReader(rows: RowReader, path: string | undefined): DamageReader {
  return {
    damagedRows: (place, limit) => {
      const last = rows.lastEntityId();
      const upTo = Math.min(place + limit, last);
      const found = damagedIn(rows, place, upTo);
      return Promise.resolve({ rows: found, entities: upTo - place, next: upTo < last ? upTo : undefined });
    },
    checkFile: () => (path === undefined ? Promise.resolve([]) : checkFile(path)),
  };
}

/** A range that SQLite cannot read is halved until the entity is found. */
export function damagedIn(rows: RowReader, after = 0, upTo = rows.lastEntityId()): readonly DamagedRow[] {
  if (upTo <= after) return [];
  try {
    return rows.damagedBetween(after, upTo);
  } catch (error) {
    if (upTo - after === 1) return unreadable(rows, upTo, messageOf(error));
    const middle = after + Math.floor((upTo - after) / 2);
    return [...damagedIn(rows, after, middle), ...damagedIn(rows, middle, upTo)];
  }
}

/** The entity as a whole, under its urn if that can be read. */
function unreadable(rows: RowReader, entityId: number, problem: string): readonly DamagedRow[] {
  const urn = rows.urnOfEntity(entityId);
  return urn === undefined ? [] : [{ urn, aspectName: 'any aspect', version: 0, problem }];
}

/** In a thread of its own, because it reads the whole file. */
async function checkFile(path: string): Promise<readonly string[]> {
  const worker = new Worker(moduleBeside(import.meta.url, 'check-file'), { workerData: path });
  const messages: readonly unknown[] = await once(worker, 'message');
  await worker.terminate();
  const [found] = messages;
  return Array.isArray(found) ? found.map(String) : [];
}
