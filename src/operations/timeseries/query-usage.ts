import type { Aspect } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import type { PointWindow } from '../../store/point-scan.ts';
import { defineOperation } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';
import { POINT_WINDOW } from './points-shape.ts';
import { MOST_POINTS, tooManyPoints } from './point-limit.ts';

/** A dataset, and an inclusive time range in epoch ms. */
export interface UsageWindow extends PointWindow {
  readonly urn: Urn;
}

/** Points with the usage of a dataset, newest first. */
export const queryUsage = defineOperation({
  name: 'queryUsage',
  effect: 'read',
  summary: 'Lists the usage statistics of a dataset in a time range, newest first.',
  input: () => objectOf({ urn: URN, ...POINT_WINDOW }),
  needs: { on: (window: UsageWindow) => window, anyOf: ['VIEW_DATASET_USAGE'] },
  denial: () => 'User is unauthorized to query usage.',
  isLong: true,
  run: async ({ urn, from, to }, { query, scope }): Promise<readonly Aspect[]> => {
    const key = { urn, aspectName: 'datasetUsageStatistics' };
    const points = await query.points(key, { from, to, limit: MOST_POINTS + 1, filter: [] }, scope);
    if (points.length > MOST_POINTS) throw tooManyPoints();
    return points;
  },
});
