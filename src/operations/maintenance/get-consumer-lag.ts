import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** The lag of DataHub's queue consumers: there are none, because a write is in the index before it is acknowledged. */
export const getConsumerLag = defineOperation({
  name: 'getConsumerLag',
  effect: 'read',
  summary: 'Gets the lag of queue consumers: none, because writes are indexed before they are acknowledged.',
  needs: platform('MANAGE_SYSTEM_OPERATIONS'),
  denial: () => 'User is not authorized to get consumer offsets.',
  input: () => objectOf({}),
  run: (_input) => Promise.resolve({ transport: 'none', consumerGroups: {} }),
});
