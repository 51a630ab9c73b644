import { noteFault } from '../auth/audit/request-scope.ts';
import type { Logs } from '../log.ts';
import { damageText, type DamagedRow } from '../store/damage.ts';

/** Maximum damaged rows that are logged. Every request that reads a damaged row gets a warning. */
const MOST_LOGGED = 1_000;

/** Does not name the row: the caller may not be allowed to see the entity. */
const LEFT_OUT =
  'Damaged rows of the store are left out of this answer. The log names them, and `colophon doctor` lists them.';

/** Logs each damaged row once, and warns the request that reads it, whose answer lacks it. */
export function damageReporter(logs: Pick<Logs, 'store'>): (row: DamagedRow) => void {
  const logged = new Set<string>();
  return (row) => {
    const message = damageText(row);
    const isNew = !logged.has(message) && logged.size < MOST_LOGGED;
    if (isNew) {
      logged.add(message);
      logs.store.error(message);
    }
    noteFault(LEFT_OUT);
  };
}
