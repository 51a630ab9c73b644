import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { DEFAULT_PAGE_SIZE, ReadSize } from '../read-limit.ts';
import { createSystemReader } from '../reading/system-reading.ts';
import type { SystemReader } from '../system-reader.ts';
import { NOTHING_WRITTEN, lengthOf, type WrittenAspect } from '../written-aspect.ts';
import type { DeletionReader } from './deletion-reader.ts';
import type { OneSnapshot } from './one-snapshot.ts';
import type { RowReader } from './row-reader.ts';
import { readEntities, readFormer, readPoints, readVersionSequences } from './sliced-reads.ts';

/** Implements the port's reader with statements on rows of one connection. */
export function createReader(
  rows: RowReader,
  deletions: DeletionReader,
  inOneSnapshot: OneSnapshot,
): SystemReader {
  return createSystemReader({
    rows: (urns, aspectNames, most) =>
      readEntities(rows, inOneSnapshot, urns, aspectNames, new ReadSize(most)),
    version: async ({ urn, aspectName }, version) => {
      const stored = rows.entity(urn);
      const row = stored && rows.version(stored, aspectName, version);
      const size = new ReadSize();
      if (row !== undefined) size.add(row.aspect.text);
      await size.turn();
      return row;
    },
    history: ({ urn, aspectName }, most) => {
      const stored = rows.entity(urn);
      return stored === undefined
        ? Promise.resolve([])
        : readFormer(rows, stored, aspectName, new ReadSize(most));
    },
    versionSequences: (urn, without, limit) => {
      const stored = rows.entity(urn);
      return stored === undefined
        ? Promise.resolve([])
        : readVersionSequences(rows, stored, new Set(without), limit);
    },
    written: async (keys, most) => {
      const size = new ReadSize(most);
      const found: WrittenAspect[] = [];
      for (const { urn, aspectName, sequence } of keys) {
        // Lets other requests run: a page may have thousands of keys, each read independently.
        if (isTurnOver()) await nextTurn();
        const stored = rows.entity(urn);
        const written = stored === undefined ? NOTHING_WRITTEN : rows.written(stored, aspectName, sequence);
        size.add({ length: lengthOf(written) });
        if (size.isOver) break;
        found.push(written);
      }
      return found;
    },
    points: ({ urn, aspectName }, limit, window, most) => {
      const stored = rows.entity(urn);
      if (stored === undefined) return Promise.resolve([]);
      return readPoints(rows, stored, aspectName, limit, window, new ReadSize(most));
    },
    deleted: (keys) => deletions.deleted(keys),
    deletedSizes: (keys) => deletions.deletedSizes(keys),
    deletedVersions: (key, most) => deletions.deletedVersions(key, most),
    deletions: (before, limit) => deletions.deletions(before, limit),
    deletionsAfter: (urn, sequence) => deletions.deletionsAfter(urn, sequence),
    lastDeletion: (urn, most) => deletions.lastDeletion(urn, most),
    lastDeletions: (urns) => deletions.lastDeletions(urns),
    oldestDeletion: () => deletions.oldestDeletion(),
    rowsOf: (entityType, aspectName) => Promise.resolve(rows.latestOfType(entityType, aspectName)),
    generations: () => Promise.resolve(rows.generations()),
    endedGenerations: () => Promise.resolve(rows.endedGenerations()),
    entitiesFrom: (place, limit, most = DEFAULT_PAGE_SIZE) => {
      const { end, entities } = rows.entitiesBetween(place, place + limit, most);
      const last = rows.lastEntityId();
      return Promise.resolve({ entities, next: end < last ? end : undefined, last });
    },
    urns: (request) => Promise.resolve(rows.urns(request)),
    newestEntities: (limit) => Promise.resolve(rows.newestEntities(limit)),
  });
}
