import type { Aspect } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { AspectRow, EntityRows, FormerVersion } from '../entity-rows.ts';
import { ReadSize } from '../read-limit.ts';
import { createSystemReader } from '../reading/system-reading.ts';
import type { SystemReader } from '../system-reader.ts';
import { NOTHING_WRITTEN, lengthOf } from '../written-aspect.ts';
import type { WrittenAspect } from '../written-aspect.ts';
import type { RowReader } from './row-reader.ts';

/** Implements the port's reader with statements on rows. */
export function createReader(rows: RowReader): SystemReader {
  return createSystemReader({
    rows: async (urns, aspectNames, most) => {
      const size = new ReadSize(most);
      const found = new Map<Urn, EntityRows>();
      for (const [i, urn] of urns.entries()) {
        const stored = found.has(urn) ? undefined : rows.entity(urn);
        if (stored === undefined) continue;
        const named = new Map<string, AspectRow>();
        for (const row of rows.latest(stored, aspectNames)) {
          size.addOrThrow(row.aspect.text, i);
          named.set(row.aspect.aspectName, row);
        }
        found.set(urn, { entity: stored.entity, rows: named });
        await size.turn();
      }
      return found;
    },
    version: async ({ urn, aspectName }, version) => {
      const stored = rows.entity(urn);
      const row = stored && rows.version(stored, aspectName, version);
      const size = new ReadSize();
      if (row !== undefined) size.add(row.aspect.text);
      await size.turn();
      return row;
    },
    history: async ({ urn, aspectName }, most) => {
      const size = new ReadSize(most);
      const stored = rows.entity(urn);
      const found: FormerVersion[] = [];
      for (const former of stored === undefined ? [] : rows.former(stored, aspectName)) {
        size.addOrThrow(former.row.aspect.text);
        found.push(former);
      }
      await size.turn();
      return found;
    },
    written: async (keys, most) => {
      const size = new ReadSize(most);
      const found: WrittenAspect[] = [];
      for (const { urn, aspectName, sequence } of keys) {
        // Lets other requests run: a page may have thousands, each of which stands alone.
        if (isTurnOver()) await nextTurn();
        const stored = rows.entity(urn);
        const written = stored === undefined ? NOTHING_WRITTEN : rows.written(stored, aspectName, sequence);
        size.add({ length: lengthOf(written) });
        if (size.isOver) break;
        found.push(written);
      }
      return found;
    },
    points: async ({ urn, aspectName }, limit, window, most) => {
      const size = new ReadSize(most);
      const stored = rows.entity(urn);
      const found: Aspect[] = [];
      for (const point of stored === undefined ? [] : rows.points(stored, aspectName, limit, window)) {
        size.addOrThrow(point.text, found.length);
        found.push(point);
      }
      await size.turn();
      return found;
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
