import type { EntityAspects } from '../../model/aspect.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import type { SeenDeletion } from '../../store/scoped-reader.ts';
import type { JsonObject } from '../../util/json.ts';

const STATUS = 'status';

/** The deleted aspects of an entity: those to restore, and those written again later. */
export interface RestoredEntity {
  /** Names of the restored aspects, in the order of their proposals. */
  readonly restored: readonly string[];
  /**
   * Names of the aspects that were written again later and are kept; also `status`, if restoring it would soft-delete
   * the current entity.
   */
  readonly kept: readonly string[];
  /** Whether it was soft-deleted before the deletion, and is restored as active. */
  readonly isReinstated: boolean;
  readonly proposals: readonly MetadataChangeProposal[];
}

/**
 * Restores the deleted aspects that do not exist now. An entity that was soft-deleted before is restored as active: a
 * soft-deleted property could not get its values back, and an entity created again would be soft-deleted by its old
 * `status`.
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

/** The definition comes first: settings and values are validated against it. */
function byOrderOfWrites(a: string, b: string): number {
  const { definitionAspect } = STRUCTURED_PROPERTY;
  return Number(b === definitionAspect) - Number(a === definitionAspect);
}
