import type { EntityAspects } from '../../model/aspect.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import type { SeenDeletion } from '../../store/scoped-reader.ts';
import type { JsonObject } from '../../util/json.ts';

const STATUS = 'status';

/** What a deletion has deleted, divided by what has been written since. */
export interface RestoredEntity {
  /** Names of the aspects that come back, in the order of their proposals. */
  readonly restored: readonly string[];
  /** Names of the aspects that have been written since, and stay; `status`, too, if it would soft-delete what exists now. */
  readonly kept: readonly string[];
  /** Whether it had been soft-deleted before, and comes back active. */
  readonly isReinstated: boolean;
  readonly proposals: readonly MetadataChangeProposal[];
}

/**
 * Brings back the aspects that a deletion has deleted and that do not exist now. What had been soft-deleted before comes back
 * active: a soft-deleted property could not take its values back, and what was created anew would be removed by the `status` of
 * its former life.
 */
export function restoredEntity(
  urn: Urn,
  { aspects: deleted, sequence }: Pick<SeenDeletion, 'aspects' | 'sequence'>,
  existing: EntityAspects | undefined,
): RestoredEntity {
  const wasRemoved = deleted.get(STATUS)?.value['removed'] === true;
  const names = [...deleted.keys()].sort(byOrderOfWrites);
  const kept = names.filter(
    (name) => existing?.has(name) || (name === STATUS && wasRemoved && existing !== undefined),
  );
  const restored = names.filter((name) => !kept.includes(name));
  const proposals = restored.map((aspectName): MetadataChangeProposal => ({
    urn,
    aspectName,
    changeType: 'CREATE',
    restores: sequence,
    value: restoredValue(aspectName, deleted),
  }));
  return { restored, kept, isReinstated: wasRemoved && restored.includes(STATUS), proposals };
}

function restoredValue(aspectName: string, deleted: EntityAspects): JsonObject {
  const value = deleted.get(aspectName)?.value ?? {};
  return aspectName === STATUS && value['removed'] === true ? { ...value, removed: false } : value;
}

/** Settings and values are judged by the definition. */
function byOrderOfWrites(a: string, b: string): number {
  const { definitionAspect } = STRUCTURED_PROPERTY;
  return Number(b === definitionAspect) - Number(a === definitionAspect);
}
