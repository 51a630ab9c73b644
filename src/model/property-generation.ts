import type { Generation, Sequence } from './sequence.ts';
import type { PropertyDefinition } from './structured-property.ts';
import type { Urn } from './urn.ts';

/** Which life of which property. */
export interface PropertyLife {
  readonly propertyUrn: Urn;
  readonly generation: Generation;
}

/** Why a life of a property ended: its definition was deleted, or changed in a way that breaks its values. */
export type EndReason = 'deleted' | 'broken';

/** How far the removal of the values of an ended life has come. Times are epoch ms. */
export interface RemovalProgress {
  /** Entities that held a value when the removal began. */
  readonly found: number;
  /** Entities whose values have been removed. */
  readonly patched: number;
  readonly startedAt: number;
  /** When a later process went on with it, and what had been done by then: the time between does not slow the rate. */
  readonly resumed?: { readonly at: number; readonly patched: number };
  /** How far the walk over all entities has come, in the store's own numbering. */
  readonly walkedTo?: number;
  /** Set once no entity holds a value any more. */
  readonly finishedAt?: number;
}

/**
 * What the store remembers of one life of a property, also when that is over: the index keeps its field until a
 * system update removes it, and its values are removed by a job.
 */
export interface PropertyGeneration extends PropertyLife {
  readonly qualifiedName: string;
  /** Names of the entity types that the definition was for when the life began. */
  readonly entityTypes: readonly string[];
  readonly ended?: { readonly sequence: Sequence; readonly time: number; readonly reason: EndReason };
  readonly removal?: RemovalProgress;
  /** Names of the entity types whose indices have dropped the field; `*` is all. */
  readonly droppedFrom: readonly string[];
}

/** The record of a life that begins with this definition. */
export function newLife(life: PropertyLife, definition: PropertyDefinition): PropertyGeneration {
  const { entityTypes, qualifiedName } = definition;
  const names = entityTypes.map((urn) => urn.replace(/^urn:li:entityType:(datahub\.)?/, ''));
  return { ...life, qualifiedName, entityTypes: names, droppedFrom: [] };
}

/** Whether values of a life that is over have not been removed yet. */
export function isRemovalLeft({ ended, removal }: PropertyGeneration): boolean {
  return ended !== undefined && removal?.finishedAt === undefined;
}

/** How the removal of the values of an ended life stands at some moment. Times are epoch ms. */
export interface RemovalReport extends PropertyLife {
  readonly reason: EndReason;
  readonly state: 'waiting' | 'running' | 'finished';
  /** Entities that held a value when the removal began. */
  readonly found: number;
  readonly patched: number;
  readonly left: number;
  /** Entities per second since the removal began, or since it was resumed. */
  readonly rate: number;
  readonly endedAt: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** When it will be done if it goes on at this rate; undefined before there is a rate, and after. */
  readonly estimatedEndAt: number | undefined;
}

/** The report on one life; undefined while it is not over. */
export function removalReport(life: PropertyGeneration, now: number): RemovalReport | undefined {
  const { ended, generation, propertyUrn, removal } = life;
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
