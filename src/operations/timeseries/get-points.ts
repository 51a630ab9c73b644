import type { AspectKey } from '../../model/aspect.ts';
import type { PointsInput } from '../../query/rows/row-query.ts';
import { defineModelledRead } from '../operation.ts';
import { seesPoints } from './visible-points.ts';

export type { PointsInput } from '../../query/rows/row-query.ts';

/** Points of a timeseries aspect of one entity, newest first. Empty when the caller may not read them. */
export const getPoints = defineModelledRead({
  name: 'getPoints',
  summary: 'Lists the points of a timeseries aspect of an entity, newest first.',
  about: ({ key }: { readonly key: AspectKey; readonly input: PointsInput }) => [key.urn],
  isLong: true,
  run: async ({ key, input }, reading) => {
    const { query, scope } = reading;
    return (await seesPoints(key.urn, key.aspectName, reading)) ? query.points(key, input, scope) : [];
  },
});
