import { setImmediate as pause } from 'node:timers/promises';
import type { AuditEvent } from '../../model/access/audit-event.ts';
import type { AuditSelection, AuditStore } from '../../store/audit-store.ts';

/** Events read per batch; small, because one event may cover thousands of aspects. */
const EVENTS_AT_A_TIME = 20;

/**
 * Batches of events from a position, newest first; the last one is empty, unless `most` events were read before. Lets other
 * requests run between batches.
 */
export async function* newestEvents(
  store: Pick<AuditStore, 'newest'>,
  query: Omit<AuditSelection, 'limit'>,
  most: number,
): AsyncIterable<readonly AuditEvent[]> {
  let { before } = query;
  for (let read = 0; read < most; read += EVENTS_AT_A_TIME) {
    const events = await store.newest({ ...query, before, limit: EVENTS_AT_A_TIME });
    yield events;
    const last = events.at(-1);
    if (last === undefined) return;
    before = last;
    await pause();
  }
}
