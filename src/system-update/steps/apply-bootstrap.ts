import type { BootstrapEntity, BootstrapParts } from '../bootstrap.ts';
import { bootstrap, missingEntities } from '../bootstrap.ts';
import type { UpdateStep } from '../step.ts';

/** Writes the entities that every catalog has and this one does not have yet. */
export function applyBootstrap(entities: readonly BootstrapEntity[], parts: BootstrapParts): UpdateStep {
  return {
    id: 'apply-bootstrap',
    isBlocking: true,
    need: async () => {
      const missing = await missingEntities(entities, parts);
      return missing.length > 0
        ? { verdict: 'needed', reason: `${missing.length} entities that every catalog has are missing.` }
        : { verdict: 'impossible', reason: 'Every entity that a catalog starts with is there.' };
    },
    run: async () => ({ entities: await bootstrap(entities, parts) }),
  };
}
