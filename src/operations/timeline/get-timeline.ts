import type { TimelineInput } from '../../query/read-timeline.ts';
import { defineRead } from '../operation.ts';

/** Changes of an entity over time. */
export const getTimeline = defineRead({
  name: 'getTimeline',
  isLong: true,
  run: (input: TimelineInput, { query, scope }) => query.timeline(input, scope),
});
