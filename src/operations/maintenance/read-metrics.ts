import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { forbidden } from '../../auth/rights.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** Lets the caller read the metrics of this process. They count what the whole catalog has, and what is asked. */
export const readMetrics = defineOperation({
  name: 'readMetrics',
  effect: 'read',
  summary: "Reads the metrics of this process in Prometheus' text format.",
  // A read-only token keeps GET_PLATFORM_EVENTS, so a scraper needs no other right.
  needs: platform('GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'),
  denial: NAMING_PRIVILEGES,
  input: () => objectOf({}),
  run: (_input, { actor: { restriction } }) => {
    if (restriction?.entityTypes !== undefined || restriction?.properties !== undefined)
      throw forbidden('A token that is narrowed to entity types or properties cannot read metrics.');
    return Promise.resolve();
  },
});
