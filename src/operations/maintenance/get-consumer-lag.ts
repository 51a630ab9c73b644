import { platform } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** The lag of the server's queue: there are no consumers, because a write is in the index before it is acknowledged. */
export const getConsumerLag = defineModelled({
  name: 'getConsumerLag',
  effect: 'read',
  summary:
    "Gets the lag of the server's queue, which has no consumers: writes are indexed before they are answered.",
  needs: platform('MANAGE_SYSTEM_OPERATIONS'),
  denial: () => 'User is not authorized to get consumer offsets.',
  run: (_input: object) => Promise.resolve({ transport: 'none', consumerGroups: {} }),
});
