import { setImmediate as pause } from 'node:timers/promises';
import type { Urn } from '../../model/urn.ts';
import type { AspectRow, EntityRows } from '../entity-rows.ts';
import { createSystemReader } from '../reading/system-reading.ts';
import type { SystemReader } from '../system-reader.ts';
import { NOTHING_WRITTEN } from '../written-aspect.ts';
import type { WrittenAspect } from '../written-aspect.ts';
import type { RowReader, StoredEntity } from './row-reader.ts';

/** Written aspects that are read in one turn of the event loop. */
const AT_ONCE = 256;

/** Implements the port's reader with statements on rows. */
export function createReader(rows: RowReader): SystemReader {
  const latest = (stored: StoredEntity, aspectNames: readonly string[] | undefined): readonly AspectRow[] =>
    aspectNames === undefined
      ? rows.latestOfEntity(stored)
      : aspectNames.flatMap((name) => rows.version(stored, name, 0) ?? []);

  return createSystemReader({
    rows: (urns, aspectNames) => {
      const found = new Map<Urn, EntityRows>();
      for (const urn of urns) {
        const stored = found.has(urn) ? undefined : rows.entity(urn);
        if (stored === undefined) continue;
        const named = latest(stored, aspectNames).map((row) => [row.aspect.aspectName, row] as const);
        found.set(urn, { entity: stored.entity, rows: new Map(named) });
      }
      return Promise.resolve(found);
    },
    version: ({ urn, aspectName }, version) => {
      const stored = rows.entity(urn);
      return Promise.resolve(stored && rows.version(stored, aspectName, version));
    },
    history: ({ urn, aspectName }) => {
      const stored = rows.entity(urn);
      return Promise.resolve(stored === undefined ? [] : rows.former(stored, aspectName));
    },
    written: async (keys) => {
      const found: WrittenAspect[] = [];
      for (const { urn, aspectName, sequence } of keys) {
        // Lets other requests run: a page may have thousands, each of which stands alone.
        if (found.length % AT_ONCE === AT_ONCE - 1) await pause();
        const stored = rows.entity(urn);
        found.push(stored === undefined ? NOTHING_WRITTEN : rows.written(stored, aspectName, sequence));
      }
      return found;
    },
    points: ({ urn, aspectName }, limit, window) => {
      const stored = rows.entity(urn);
      return Promise.resolve(stored === undefined ? [] : rows.points(stored, aspectName, limit, window));
    },
    deleted: (keys) => Promise.resolve(keys.map((key) => rows.deleted(key))),
    deletions: (urn) => Promise.resolve(rows.deletions(urn)),
    oldestDeletion: () => Promise.resolve(rows.oldestDeletion()),
    rowsOf: (entityType, aspectName) => Promise.resolve(rows.latestOfType(entityType, aspectName)),
    generations: () => Promise.resolve(rows.generations()),
    endedGenerations: () => Promise.resolve(rows.endedGenerations()),
    entitiesFrom: (place, limit) => {
      const upTo = place + limit;
      const next = upTo < rows.lastEntityId() ? upTo : undefined;
      return Promise.resolve({ entities: rows.entitiesBetween(place, upTo), next });
    },
    urnsAfter: (after, limit) => Promise.resolve(rows.urnsAfter(after ?? '', limit)),
  });
}
