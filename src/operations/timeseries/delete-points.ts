import type { AspectKey } from '../../model/aspect.ts';
import type { PointWindow } from '../../store/point-scan.ts';
import { WRITE } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** Deletes the points of a timeseries aspect of one entity in a time window. */
export const deletePoints = defineModelled({
  name: 'deletePoints',
  effect: 'delete',
  summary: 'Deletes the points of a timeseries aspect of an entity in a time range.',
  needs: WRITE,
  run: (deletion: AspectKey & PointWindow, { writes }) => writes.deletePoints(deletion),
});
