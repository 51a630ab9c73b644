import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { MAINTENANCE } from './maintenance.ts';
import { visibleElements } from './visible-results.ts';

/** All index mappings of structured properties, with exact value counts. */
export const listIndexMappings = defineProtected({
  name: 'listIndexMappings',
  effect: 'read',
  summary: 'Lists the index mappings of structured properties, with exact value counts.',
  ...MAINTENANCE,
  isLong: true,
  input: () => objectOf({}),
  run: async (_input, { anyScope, services }) =>
    visibleElements(await services.maintenance.mappings(), anyScope),
});
