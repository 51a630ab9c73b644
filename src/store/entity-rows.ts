import type { Aspect, AuditStamp, SystemMetadata } from '../model/aspect.ts';
import type { Generation, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';

/** Internal state stored beside an aspect; no API returns it. */
export interface RowInternal {
  /** On a property definition: its generation. */
  readonly generation?: Generation;
  /** On a property definition: the greatest version it ever had in this generation. */
  readonly highestVersion?: string;
  /** On property assignments: the generation each one was made under, by property urn. */
  readonly assignments?: Readonly<Record<string, Generation>>;
  /**
   * On property assignments: sequence of the last visible change; set when later versions only dropped dead
   * assignments.
   */
  readonly shownSince?: Sequence;
  /** Time of that change, in epoch ms; absent on rows of earlier versions. */
  readonly shownAt?: number;
}

/** One version of an aspect with its internal state. */
export interface AspectRow {
  readonly aspect: Aspect;
  readonly internal: RowInternal;
}

/** A version that is no longer the latest. */
export interface FormerVersion {
  /** Row version: 1 is the oldest. */
  readonly version: number;
  readonly row: AspectRow;
}

/** What one commit hard-deleted of an entity, without secrets and former versions. */
export interface Deletion {
  readonly sequence: Sequence;
  readonly created: AuditStamp;
  /** Latest versions by aspect name, as they were stored. */
  readonly rows: ReadonlyMap<string, AspectRow>;
}

/** An entity that exists: one of its aspects was written, or its key was. */
export interface EntityRow {
  readonly urn: Urn;
  readonly created: AuditStamp;
  /** From the write that created the entity. */
  readonly systemMetadata: SystemMetadata;
  /**
   * Sequence of the commit that created the entity: earlier commits with its urn belong to a former entity. 0: unknown,
   * and there is no former entity. Absent before it is stored.
   */
  readonly createdIn?: Sequence;
}

/** An entity with the latest row of each of its stored aspects, by aspect name. */
export interface EntityRows {
  readonly entity: EntityRow;
  readonly rows: ReadonlyMap<string, AspectRow>;
}
