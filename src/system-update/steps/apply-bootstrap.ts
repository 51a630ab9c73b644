import { bootstrap, dueEntities, type BootstrapEntity, type BootstrapParts } from '../bootstrap.ts';
import type { UpdateStep } from '../step.ts';

/** Writes the built-in entities that are missing, and restores changed ones that only the server may change. */
export function applyBootstrap(entities: readonly BootstrapEntity[], parts: BootstrapParts): UpdateStep {
  return {
    id: 'apply-bootstrap',
    isBlocking: true,
    need: async () => {
      const due = await dueEntities(entities, parts);
      return due.length > 0
        ? {
            verdict: 'needed',
            reason: `${due.length} built-in entities are missing or have been changed.`,
            cause: 'DUE',
          }
        : { verdict: 'impossible', reason: 'All built-in entities are up to date.', cause: 'UP_TO_DATE' };
    },
    run: async () => ({ entities: await bootstrap(entities, parts) }),
  };
}
