import { NEVER_KEPT } from '../../model/aspects/secret-aspects.ts';
import { pointMatcher } from '../../model/points/match-point.ts';
import type { ScopedStore } from '../../store/scoped-reader.ts';
import { isVisibleByUrn } from '../visibility/visibility.ts';
import { countAspects, type AspectCountParts } from './count-aspects.ts';
import type { RowQuery } from './row-query.ts';

/** Maximum number of points to which a filter is applied. */
const MAX_POINTS = 10_000;

export interface RowQueryParts extends Omit<AspectCountParts, 'reader'> {
  readonly store: ScopedStore;
  /** Maximum characters of the points of one read. */
  readonly readSize: number;
}

/** Creates the part of the read path that does not use the index. */
export function createRowQuery({ store, readSize, registry, getEntities }: RowQueryParts): RowQuery {
  const { scoped: reader, runs } = store;
  return {
    points: async (key, { filter, limit, from, to }, scope) => {
      const isWanted = pointMatcher(filter);
      const read = filter.length === 0 ? limit : MAX_POINTS;
      await scope.settle([key.urn]);
      const points = await reader.points(key, read, scope, { from, to }, readSize);
      return points.filter(isWanted).slice(0, limit);
    },
    scanPoints: (input, scope) => store.points.scan({ ...input, most: readSize }, scope),
    lastDeletion: async (urn, scope) => {
      await scope.settle([urn]);
      if (isVisibleByUrn(scope, urn)) return reader.lastDeletion(urn, scope, readSize);
      const now = (await reader.entities([urn], [], scope)).get(urn)?.entity;
      if (now === undefined) return undefined;
      const deletion = await reader.lastDeletion(urn, scope, readSize);
      // Access to an entity created after the deletion does not extend to the deleted one.
      return deletion !== undefined && (now.createdIn ?? 0) < deletion.sequence ? deletion : undefined;
    },
    lastDeletions: async (urns, scope) => {
      await scope.settle(urns);
      const visible = urns.filter((urn) => isVisibleByUrn(scope, urn));
      return reader.lastDeletions(visible, scope, readSize);
    },
    changeCount: async (urn, scope) => {
      await scope.settle([urn]);
      return reader.changeCount(urn, NEVER_KEPT, scope, readSize);
    },
    countAspects: (aspectName, urnLike, scope) =>
      countAspects({ reader, registry, getEntities }, aspectName, urnLike, scope),
    runs: (page, scope) => runs.runs(page, scope),
    runRows: (runId, page, scope) => runs.rows(runId, page, scope),
    runPoints: (runId, scope) => runs.pointAspects(runId, scope),
  };
}
