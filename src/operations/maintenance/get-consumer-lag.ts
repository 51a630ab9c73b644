import { platform } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** The lag of the server's queue: there are no consumers, because a write is in the index before it is acknowledged. */
export const getConsumerLag = defineModelled({
  name: 'getConsumerLag',
  effect: 'read',
  needs: platform('MANAGE_SYSTEM_OPERATIONS'),
  denial: () => 'User is not authorized to get consumer offsets.',
  run: (_input: object) => Promise.resolve({ transport: 'none', consumerGroups: {} }),
});
