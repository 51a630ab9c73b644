import type { Generation, Sequence } from '../sequence.ts';
import type { PropertyDefinition } from '../structured-property.ts';
import type { Urn } from '../urn.ts';

/** Identifies one generation of a property. */
export interface GenerationKey {
  readonly propertyUrn: Urn;
  readonly generation: Generation;
}

/** Why a generation ended: its definition was deleted, or changed in a breaking way. */
export type EndReason = 'deleted' | 'broken';

/** Progress of the background removal of the values of an ended generation. Times are epoch ms. */
export interface RemovalProgress {
  /** Entities with a value when the removal started. */
  readonly found: number;
  /** Entities whose values have been removed. */
  readonly patched: number;
  readonly startedAt: number;
  /** Time and progress when a later process resumed it. The rate counts from here, so that it excludes downtime. */
  readonly resumed?: { readonly at: number; readonly patched: number };
  /** Position of the scan over all entities, as a row number of the store. */
  readonly walkedTo?: number;
  /** Set when no entity has a value left. */
  readonly finishedAt?: number;
}

/**
 * Stored record of one generation of a property. It is kept after the generation has ended, because a background job
 * then removes its values, and a system update removes its index fields.
 */
export interface PropertyGeneration extends GenerationKey {
  readonly qualifiedName: string;
  /** Names of the definition's entity types when the generation began. */
  readonly entityTypes: readonly string[];
  readonly ended?: { readonly sequence: Sequence; readonly time: number; readonly reason: EndReason };
  readonly removal?: RemovalProgress;
  /** Names of the entity types whose index has dropped the field; `*`: all. */
  readonly droppedFrom: readonly string[];
}

/** Record of a generation that begins with this definition. */
export function newGeneration(key: GenerationKey, definition: PropertyDefinition): PropertyGeneration {
  const { entityTypes, qualifiedName } = definition;
  const names = entityTypes.map((urn) => urn.replace(/^urn:li:entityType:(datahub\.)?/, ''));
  return { ...key, qualifiedName, entityTypes: names, droppedFrom: [] };
}

/** Whether the generation has ended and its values are not all removed yet. */
export function isRemovalLeft({ ended, removal }: PropertyGeneration): boolean {
  return ended !== undefined && removal?.finishedAt === undefined;
}

/** Status of the removal of the values of an ended generation. Times are epoch ms. */
export interface RemovalReport extends GenerationKey {
  readonly reason: EndReason;
  readonly state: 'waiting' | 'running' | 'finished';
  /** Entities with a value when the removal started. */
  readonly found: number;
  /** Entities whose values have been removed. */
  readonly patched: number;
  /** Entities still to process. */
  readonly left: number;
  /** Entities per second since the removal was started or last resumed. */
  readonly rate: number;
  readonly endedAt: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** Estimate at the current rate; undefined before there is a rate and when finished. */
  readonly estimatedEndAt: number | undefined;
}

/** Removal status of a generation; undefined if the generation has not ended. `now` is in epoch ms. */
export function removalReport(record: PropertyGeneration, now: number): RemovalReport | undefined {
  const { ended, generation, propertyUrn, removal } = record;
  if (ended === undefined) return undefined;
  const { found = 0, patched = 0, startedAt, finishedAt } = removal ?? {};
  const left = Math.max(0, found - patched);
  const { at: since = startedAt, patched: patchedBefore = 0 } = removal?.resumed ?? {};
  const seconds = since === undefined ? 0 : ((finishedAt ?? now) - since) / 1000;
  const rate = seconds > 0 ? Math.round((patched - patchedBefore) / seconds) : 0;
  return {
    propertyUrn,
    generation,
    reason: ended.reason,
    state: finishedAt !== undefined ? 'finished' : startedAt === undefined ? 'waiting' : 'running',
    found,
    patched,
    left,
    rate,
    endedAt: ended.time,
    startedAt,
    finishedAt,
    estimatedEndAt: finishedAt === undefined && rate > 0 ? Math.round(now + (left / rate) * 1000) : undefined,
  };
}
