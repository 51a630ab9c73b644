import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { TEXT, URN, objectOf } from '../shapes.ts';
import { POINT_WINDOW } from './points-shape.ts';

/** Deletes the points of a timeseries aspect of one entity in a time window. */
export const deletePoints = defineOperation({
  name: 'deletePoints',
  effect: 'delete',
  summary: 'Deletes the points of a timeseries aspect of an entity in a time range.',
  input: () => objectOf({ urn: URN, aspectName: TEXT, ...POINT_WINDOW }),
  needs: WRITE,
  run: (deletion, { writes }) => writes.deletePoints(deletion),
});
