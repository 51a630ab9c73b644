import type { BootstrapEntity, BootstrapParts } from '../bootstrap.ts';
import type { SwappableIndex } from '../../search/swappable-index.ts';
import type { UpdateStep } from '../step.ts';
import { applyBootstrap } from './apply-bootstrap.ts';
import { applyDefaultPolicies } from './apply-default-policies.ts';
import { cleanIndices } from './clean-indices.ts';
import type { CleanupParts } from './clean-indices.ts';
import { restoreIndices } from './restore-indices.ts';

/** Dependencies of all steps. */
export interface StepParts extends CleanupParts, BootstrapParts {
  readonly entities: readonly BootstrapEntity[];
  readonly defaultPolicies: readonly BootstrapEntity[];
  readonly index: Pick<SwappableIndex, 'isOutdated'>;
}

/** All steps in execution order. `clean-indices` rebuilds the index, which may make `restore-indices` unnecessary. */
export function createSteps(parts: StepParts): readonly UpdateStep[] {
  return [
    applyBootstrap(parts.entities, parts),
    applyDefaultPolicies(parts.defaultPolicies, parts),
    cleanIndices(parts),
    restoreIndices(parts.index, parts.rebuild),
  ];
}
