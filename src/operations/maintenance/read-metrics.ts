import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { forbidden } from '../../auth/rights.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** Permits the caller to read the metrics of this process, which cover the whole catalog and all requests. */
export const readMetrics = defineOperation({
  name: 'readMetrics',
  effect: 'read',
  summary: "Reads the metrics of this process in Prometheus' text format.",
  // A read-only token keeps GET_PLATFORM_EVENTS, so a scraper needs no other privilege.
  needs: platform('GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'),
  denial: NAMING_PRIVILEGES,
  input: () => objectOf({}),
  run: (_input, { actor: { restriction } }) => {
    if (restriction?.entityTypes !== undefined || restriction?.properties !== undefined)
      throw forbidden('A token that is restricted to entity types or properties cannot read metrics.');
    return Promise.resolve();
  },
});
