import type { EntityAspects } from '../../model/aspect.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';

/** What a deletion has deleted, divided by what has been written since. */
export interface RestoredEntity {
  /** Names of the aspects that come back, in the order of their proposals. */
  readonly restored: readonly string[];
  /** Names of the aspects that have been written since, and stay. */
  readonly kept: readonly string[];
  readonly proposals: readonly MetadataChangeProposal[];
}

/** Brings back the aspects that a deletion has deleted and that do not exist now. */
export function restoredEntity(
  urn: Urn,
  deleted: EntityAspects,
  existing: EntityAspects | undefined,
): RestoredEntity {
  const names = [...deleted.keys()].sort(byOrderOfWrites);
  const kept = names.filter((name) => existing?.has(name));
  const restored = names.filter((name) => !kept.includes(name));
  const proposals = restored.map((aspectName): MetadataChangeProposal => ({
    ...{ urn, aspectName, changeType: 'CREATE', restores: true },
    value: deleted.get(aspectName)?.value ?? {},
  }));
  return { restored, kept, proposals };
}

/** Settings and values are judged by the definition. */
function byOrderOfWrites(a: string, b: string): number {
  const { definitionAspect } = STRUCTURED_PROPERTY;
  return Number(b === definitionAspect) - Number(a === definitionAspect);
}
