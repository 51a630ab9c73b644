import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** The lag of the server's queue: there are no consumers, because a write is in the index before it is acknowledged. */
export const getConsumerLag = defineOperation({
  name: 'getConsumerLag',
  effect: 'read',
  summary:
    "Gets the lag of the server's queue, which has no consumers: writes are indexed before they are answered.",
  needs: platform('MANAGE_SYSTEM_OPERATIONS'),
  denial: () => 'User is not authorized to get consumer offsets.',
  input: () => objectOf({}),
  run: (_input) => Promise.resolve({ transport: 'none', consumerGroups: {} }),
});
