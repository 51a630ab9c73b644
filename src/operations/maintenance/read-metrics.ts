import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { forbidden } from '../../auth/rights.ts';
import type { Metrics } from '../../metrics.ts';
import { platform } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** The metrics of this process, as Prometheus reads them. They count what the whole catalog has, and what is asked. */
export const readMetrics = defineModelled({
  name: 'readMetrics',
  effect: 'read',
  summary: "Reads the metrics of this process in Prometheus' text format.",
  // A read-only token keeps GET_PLATFORM_EVENTS, so a scraper needs no other right.
  needs: platform('GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'),
  denial: NAMING_PRIVILEGES,
  run: (metrics: Pick<Metrics, 'text'>, { actor: { restriction } }) => {
    if (restriction?.entityTypes !== undefined || restriction?.properties !== undefined)
      throw forbidden('A token that is narrowed to entity types or properties cannot read metrics.');
    return metrics.text();
  },
});
