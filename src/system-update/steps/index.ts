import type { BootstrapEntity, BootstrapParts } from '../bootstrap.ts';
import type { SwappableIndex } from '../../search/swappable-index.ts';
import type { UpdateStep } from '../step.ts';
import { addChecksums, type ChecksumParts } from './add-checksums.ts';
import { applyBootstrap } from './apply-bootstrap.ts';
import { applyDefaultPolicies } from './apply-default-policies.ts';
import { deriveAspects, type DeriveParts } from './derive-aspects.ts';
import { cleanIndices, type CleanupParts } from './clean-indices.ts';
import type { MoveParts } from '../../effects/move-columns.ts';
import { moveColumns } from './move-columns.ts';
import { restoreIndices } from './restore-indices.ts';

/** Dependencies of all steps. */
export interface StepParts
  extends
    CleanupParts,
    Omit<BootstrapParts, 'change'>,
    Omit<ChecksumParts, 'records' | 'store'>,
    Omit<DeriveParts, 'change' | 'store'>,
    Omit<MoveParts, 'store'> {
  readonly change: BootstrapParts['change'] & DeriveParts['change'];
  readonly entities: readonly BootstrapEntity[];
  readonly defaultPolicies: readonly BootstrapEntity[];
  readonly index: MoveParts['index'] & Pick<SwappableIndex, 'isOutdated'>;
}

/** All steps in execution order: a rebuild of the index by `clean-indices` may make the later ones unnecessary. */
export function createSteps(parts: StepParts): readonly UpdateStep[] {
  return [
    applyBootstrap(parts.entities, parts),
    applyDefaultPolicies(parts.defaultPolicies, parts),
    deriveAspects(parts),
    cleanIndices(parts),
    restoreIndices(parts.index, parts.rebuild),
    moveColumns(parts),
    addChecksums(parts),
  ];
}
