import type { BootstrapEntity, BootstrapParts } from '../bootstrap.ts';
import { bootstrap, missingEntities } from '../bootstrap.ts';
import type { UpdateStep } from '../step.ts';

/** Writes the missing built-in entities. */
export function applyBootstrap(entities: readonly BootstrapEntity[], parts: BootstrapParts): UpdateStep {
  return {
    id: 'apply-bootstrap',
    isBlocking: true,
    need: async () => {
      const missing = await missingEntities(entities, parts);
      return missing.length > 0
        ? { verdict: 'needed', reason: `${missing.length} built-in entities are missing.` }
        : { verdict: 'impossible', reason: 'All built-in entities exist.' };
    },
    run: async () => ({ entities: await bootstrap(entities, parts) }),
  };
}
