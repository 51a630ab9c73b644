import { defineProtectedModelled } from '../operation.ts';
import { UPKEEP } from './upkeep.ts';
import { visibleElements } from './visible-results.ts';

/** All index mappings of structured properties, with exact value counts. */
export const listIndexMappings = defineProtectedModelled({
  name: 'listIndexMappings',
  effect: 'read',
  summary: 'Lists the index mappings of structured properties, with exact value counts.',
  ...UPKEEP,
  isLong: true,
  run: async (_input: object, { anyScope, services }) =>
    visibleElements(await services.maintenance.mappings(), anyScope),
});
