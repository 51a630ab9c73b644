import type { Aspect } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import type { PointsInput } from '../../query/rows/row-query.ts';
import { defineModelled, type Operation } from '../operation.ts';

export { RefusedGrants } from '../../auth/privilege-checks.ts';

/** Points of a dataset to read. */
export interface DatasetPoints {
  readonly urn: Urn;
  readonly input: PointsInput;
}

/**
 * Defines an operation that reads points of an aspect of a dataset, newest first. Where `getPoints` hides points that the
 * caller may not read, this one is refused.
 */
export function datasetPoints(
  name: string,
  summary: string,
  aspectName: string,
  privilege: string,
): Operation<DatasetPoints, DatasetPoints, readonly Aspect[]> {
  return defineModelled({
    name,
    summary,
    effect: 'read',
    needs: { anyOf: [privilege], on: (asked: DatasetPoints) => asked },
    isLong: true,
    run: ({ urn, input }, { query, scope }) => query.points({ urn, aspectName }, input, scope),
  });
}
