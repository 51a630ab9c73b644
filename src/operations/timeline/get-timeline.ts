import type { TimelineInput } from '../../query/read-timeline.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** Changes of an entity over time. */
export const getTimeline = defineModelled({
  name: 'getTimeline',
  effect: 'read',
  needs: READ,
  isLong: true,
  run: (input: TimelineInput, { query, scope }) => query.timeline(input, scope),
});
