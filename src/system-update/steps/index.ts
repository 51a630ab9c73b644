import type { BootstrapEntity, BootstrapParts } from '../bootstrap.ts';
import type { SwappableIndex } from '../../search/swappable-index.ts';
import type { UpdateStep } from '../step.ts';
import { applyBootstrap } from './apply-bootstrap.ts';
import { applyDefaultPolicies } from './apply-default-policies.ts';
import { cleanIndices } from './clean-indices.ts';
import type { CleanupParts } from './clean-indices.ts';
import { restoreIndices } from './restore-indices.ts';

/** What all steps together work with. */
export interface StepParts extends CleanupParts, BootstrapParts {
  readonly entities: readonly BootstrapEntity[];
  readonly defaultPolicies: readonly BootstrapEntity[];
  readonly index: Pick<SwappableIndex, 'isOutdated'>;
}

/** Every step in the order in which they run: cleaning builds the index anew, so that restoring it may be spared. */
export function createSteps(parts: StepParts): readonly UpdateStep[] {
  return [
    applyBootstrap(parts.entities, parts),
    applyDefaultPolicies(parts.defaultPolicies, parts),
    cleanIndices(parts),
    restoreIndices(parts.index, parts.rebuild),
  ];
}
