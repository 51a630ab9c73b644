import type * as v from 'valibot';
import type { Aspect } from '../../model/aspect.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';
import { POINTS } from './points-shape.ts';

export { RefusedGrants } from '../../auth/grants.ts';

/** Points of a dataset to read. */
const INPUT = objectOf({ urn: URN, ...POINTS });

type DatasetPoints = v.InferOutput<typeof INPUT>;

/**
 * Defines an operation that reads points of an aspect of a dataset, newest first. Unlike `getPoints`, which hides
 * points that the caller may not read, it throws FORBIDDEN.
 */
export function datasetPoints(
  name: string,
  summary: string,
  aspectName: string,
  privilege: string,
): Operation<v.InferInput<typeof INPUT>, DatasetPoints, readonly Aspect[]> {
  return defineOperation({
    name,
    summary,
    effect: 'read',
    input: () => INPUT,
    needs: { anyOf: [privilege], on: (asked: DatasetPoints) => asked },
    isLong: true,
    run: ({ urn, ...input }, { query, scope }) => query.points({ urn, aspectName }, input, scope),
  });
}
