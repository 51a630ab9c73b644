import { compareUrns, type Urn } from '../../../model/urn.ts';
import type { EntityRows } from '../../entity-rows.ts';
import { DEFAULT_PAGE_SIZE } from '../../read-limit.ts';
import { createSystemReader } from '../../reading/system-reading.ts';
import type { SystemReader } from '../../system-reader.ts';
import type { DeletionReader } from './deletion-reader.ts';
import type { RowReader } from './row-reader.ts';

/** Implements the port's reader with statements on rows. */
export function createReader(rows: RowReader, deletions: DeletionReader): SystemReader {
  return createSystemReader({
    rows: async (urns, aspectNames, most) => inOrder(urns, await rows.entities(urns, aspectNames, most)),
    version: (key, version) => rows.version(key, version),
    history: (key, most) => rows.former(key, most),
    versionSequences: (urn, without, limit) => rows.versionSequences(urn, without, limit),
    written: (keys, most) => rows.written(keys, most),
    points: (key, limit, window, most) => rows.points(key, limit, window, most),
    deleted: (keys) => deletions.deleted(keys),
    deletedSizes: (keys) => deletions.deletedSizes(keys),
    deletedVersions: (key, most) => deletions.deletedVersions(key, most),
    deletions: (before, limit) => deletions.deletions(before, limit),
    deletionsAfter: (urn, sequence) => deletions.deletionsAfter(urn, sequence),
    lastDeletion: (urn, most) => deletions.lastDeletion(urn, most),
    lastDeletions: (urns) => deletions.lastDeletions(urns),
    oldestDeletion: () => deletions.oldestDeletion(),
    rowsOf: (entityType, aspectName) => rows.latestOfType(entityType, aspectName),
    generations: () => rows.generations(),
    endedGenerations: () => rows.endedGenerations(),
    entitiesFrom: async (place, limit, most = DEFAULT_PAGE_SIZE) => {
      const [{ end, entities }, last] = await Promise.all([
        rows.entitiesBetween(place, place + limit, most),
        rows.lastEntityId(),
      ]);
      return { entities, next: end < last ? end : undefined, last };
    },
    urns: (request) => rows.urns(request),
    newestEntities: (limit) => rows.newestEntities(limit),
  });
}

/** Rows arrive in the order of the query plan, which changes with table statistics: sorts the aspects by name. */
function inOrder(urns: readonly Urn[], found: ReadonlyMap<Urn, EntityRows>): ReadonlyMap<Urn, EntityRows> {
  const ordered = new Map<Urn, EntityRows>();
  for (const urn of urns) {
    const one = found.get(urn);
    if (one === undefined) continue;
    const rows = [...one.rows].sort(([a], [b]) => compareUrns(a, b));
    ordered.set(urn, { entity: one.entity, rows: new Map(rows) });
  }
  return ordered;
}
