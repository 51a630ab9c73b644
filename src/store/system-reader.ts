import type { Aspect, AspectKey, AuditStamp, EntityAspects } from '../model/aspect.ts';
import type { PropertyGeneration } from '../model/properties/property-generation.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { AspectRow, Deletion, EntityRow, EntityRows, FormerVersion } from './entity-rows.ts';
import type { PointWindow } from './point-scan.ts';
import type { UrnPage, UrnRequest } from './urn-page.ts';
import type { WrittenAspect, WrittenKey } from './written-aspect.ts';

/** Position in the list of deletions. */
export interface DeletionPlace {
  /** Epoch ms. */
  readonly time: number;
  readonly urn: Urn;
}

/** A commit that hard-deleted aspects of an entity. */
export interface ListedDeletion {
  readonly urn: Urn;
  readonly sequence: Sequence;
  readonly created: AuditStamp;
}

/** Names of the aspects that a commit hard-deleted of one entity, in binary order. */
export interface DeletedNames {
  readonly sequence: Sequence;
  readonly aspectNames: readonly string[];
}

/** A page of a scan over all entities. */
export interface EntityPage {
  readonly entities: ReadonlyMap<Urn, EntityRows>;
  /** The `place` of the next page; undefined after the last page. */
  readonly next: number | undefined;
  /** The highest `place` of an entity at present: how far a scan will get. */
  readonly last: number;
}

/** An entity, and when it was created (epoch ms). */
export interface CreatedEntity {
  readonly urn: Urn;
  readonly createdOn: number;
}

/**
 * Reads committed rows for the server itself: rules, accounts, jobs and caches. Hides nothing, so what it reads must
 * not be shown to a caller; `ScopedReader` reads for callers. Rejects with UNAVAILABLE when a networked store cannot be
 * read.
 */
export interface SystemReader {
  /**
   * Latest aspects by urn, in the order of `urns`, duplicates once. Entities that do not exist are left out; existing
   * entities without any of the named aspects have an empty map. `aspectNames` undefined: all stored aspects. Derived
   * aspects (such as keys) are not added.
   */
  entities(
    urns: readonly Urn[],
    aspectNames: readonly string[] | undefined,
  ): Promise<ReadonlyMap<Urn, { readonly entity: EntityRow; readonly aspects: EntityAspects }>>;

  /**
   * Latest rows by urn and aspect name, with the internal state of each aspect; urns and names as for `entities`.
   * TOO_LARGE (ReadTooLargeError) when several values have more than `most` characters together; default: no limit.
   */
  rows(
    urns: readonly Urn[],
    aspectNames?: readonly string[],
    most?: number,
  ): Promise<ReadonlyMap<Urn, EntityRows>>;

  /** One version of an aspect: 0 is the latest, 1..n are former versions, oldest first. Undefined when missing. */
  version(key: AspectKey, version: number): Promise<AspectRow | undefined>;

  /** All former versions of an aspect, newest first. TOO_LARGE beyond `most` characters, as for `rows`. */
  history(key: AspectKey, most?: number): Promise<readonly FormerVersion[]>;

  /**
   * Sequences of the kept versions of all aspects of an entity but those named `without`, by aspect and version; equal ones
   * repeat. Up to `limit`. Reads no values, and so includes damaged rows.
   */
  versionSequences(urn: Urn, without: readonly string[], limit: number): Promise<readonly Sequence[]>;

  /**
   * The rows that these commits hard-deleted, in the order of the keys; undefined where none is kept. No limit: check
   * `deletedSizes` first.
   */
  deleted(keys: readonly WrittenKey[]): Promise<readonly (AspectRow | undefined)[]>;

  /** Size in bytes of the rows that `deleted` reads, by key; 0 where none is kept. Reads no values. */
  deletedSizes(keys: readonly WrittenKey[]): Promise<readonly number[]>;

  /**
   * All versions of an aspect that a commit hard-deleted, newest first; the latest has number 0. TOO_LARGE beyond `most`
   * characters, as for `rows`.
   */
  deletedVersions(key: WrittenKey, most?: number): Promise<readonly FormerVersion[]>;

  /** For each aspect of this urn, the first kept commit after `sequence` that hard-deleted it. Reads no values. */
  deletionsAfter(urn: Urn, sequence: Sequence): Promise<readonly WrittenKey[]>;

  /**
   * The last kept commit that hard-deleted aspects of this urn, with the latest version of each. TOO_LARGE beyond `most`
   * characters, as for `rows`.
   */
  lastDeletion(urn: Urn, most?: number): Promise<Deletion | undefined>;

  /**
   * For each urn, the last kept commit that hard-deleted aspects of it; urns without one are left out. Reads no values, and so
   * includes damaged rows.
   */
  lastDeletions(urns: readonly Urn[]): Promise<ReadonlyMap<Urn, DeletedNames>>;

  /**
   * What these commits wrote to these aspects, where it is kept, in the order of `keys`. An aspect that was deleted
   * since, or whose version was dropped, has neither a version nor points. Ends early, but not before the first key,
   * when the values have `most` characters.
   */
  written(keys: readonly WrittenKey[], most?: number): Promise<readonly WrittenAspect[]>;

  /**
   * Up to `limit` points of a timeseries aspect within the window, newest first, equal times by point key
   * descending. TOO_LARGE beyond `most` characters, as for `rows`.
   */
  points(key: AspectKey, limit: number, window?: PointWindow, most?: number): Promise<readonly Aspect[]>;

  /** Latest versions of one aspect of all entities of a type, by urn (binary order). No limit: for small sets. */
  rowsOf(entityType: string, aspectName: string): Promise<readonly AspectRow[]>;

  /**
   * Kept commits that hard-deleted aspects, one for each urn, before `before` (undefined: all), latest first: by time, then
   * by urn, in descending binary order. Up to `limit`. Reads no values.
   */
  deletions(before: DeletionPlace | undefined, limit: number): Promise<readonly ListedDeletion[]>;

  /** When the oldest kept deletion was made, in epoch ms; undefined when none is kept. */
  oldestDeletion(): Promise<number | undefined>;

  /** Every generation of every property, ended ones included, by property urn (binary order) and generation. */
  generations(): Promise<readonly PropertyGeneration[]>;

  /** The ended generations of every property, by property urn (binary order) and generation. Live ones cost nothing. */
  endedGenerations(): Promise<readonly PropertyGeneration[]>;

  /**
   * A page of all entities in creation order, which is the cheapest, with their latest rows. `place` is 0 or `next` of
   * the previous page. Deleted entities leave gaps, so a page has at most `limit` entities and may be empty; only an
   * undefined `next` ends the scan. A page ends before the entity with which its values exceed `most` characters
   * (default: DEFAULT_PAGE_SIZE), unless it is the first.
   */
  entitiesFrom(place: number, limit: number, most?: number): Promise<EntityPage>;

  /** A page of the urns of existing entities. Entities that are created meanwhile may be missing; no urn comes twice. */
  urns(request: UrnRequest): Promise<UrnPage>;

  /** Up to `limit` existing entities with their times of creation (epoch ms), the last stored first. Reads no aspects. */
  newestEntities(limit: number): Promise<readonly CreatedEntity[]>;
}
