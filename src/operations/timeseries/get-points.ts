import { defineRead } from '../operation.ts';
import { TEXT, URN, objectOf } from '../shapes.ts';
import { POINTS } from './points-shape.ts';
import { seesPoints } from './visible-points.ts';

export type { PointsInput } from '../../query/rows/row-query.ts';

/** Points of a timeseries aspect of one entity, newest first. Empty when the caller may not read them. */
export const getPoints = defineRead({
  name: 'getPoints',
  summary: 'Lists the points of a timeseries aspect of an entity, newest first.',
  input: () => objectOf({ urn: URN, aspectName: TEXT, ...POINTS }),
  about: ({ urn }) => [urn],
  isLong: true,
  run: async ({ urn, aspectName, ...input }, reading) => {
    const { query, scope } = reading;
    const isSeen = await seesPoints(urn, aspectName, reading);
    return isSeen ? query.points({ urn, aspectName }, input, scope) : [];
  },
});
