import type { Aspect, AspectKey, AuditStamp, EntityAspects } from '../model/aspect.ts';
import type { PropertyGeneration } from '../model/properties/property-generation.ts';
import type { Scope } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { EntityRow } from './entity-rows.ts';
import type { PointReader, PointWindow } from './point-scan.ts';
import type { RunReader } from './run-rows.ts';
import type { UrnPage, UrnRequest } from './urn-page.ts';

/** A version of an aspect as visible to a scope. */
export interface SeenVersion {
  /** 0 for the latest version, otherwise its number in `ScopedReader.history` of the scope. */
  readonly version: number;
  /** Undefined if no part of it is visible to the scope. */
  readonly aspect: Aspect | undefined;
  /** When and by whom it was written. */
  readonly created: AuditStamp;
  readonly sequence: Sequence;
}

/** Stored versions of an aspect as visible to a scope, oldest first. */
export interface SeenHistory {
  readonly versions: readonly SeenVersion[];
  /** Whether, for the scope, no version precedes the oldest one. */
  readonly isWhole: boolean;
}

/** How often an entity changed, as visible to a scope. */
export interface SeenChangeCount {
  /** Number of commits whose versions are kept. */
  readonly count: number;
  /** False: there are more versions than were counted, so `count` is the minimum. */
  readonly isExact: boolean;
}

/** The aspects that the last hard deletion deleted, as visible to a scope. */
export interface SeenDeletion {
  readonly sequence: Sequence;
  readonly created: AuditStamp;
  /** Never empty. */
  readonly aspects: EntityAspects;
}

/**
 * Reads committed rows for a caller: each method leaves out what the scope hides. Call `scope.settle` first with the
 * urns of the read. Rejects with UNAVAILABLE when a networked store cannot be read.
 */
export interface ScopedReader {
  /**
   * Latest aspects by urn, in the order of `urns`, duplicates once. Entities that do not exist are left out; existing
   * entities without any of the named aspects have an empty map. `aspectNames` undefined: all stored aspects. Derived
   * aspects (such as keys) are not added. TOO_LARGE (ReadTooLargeError) when several values have more than `most`
   * characters together; default: no limit. A large read lets other work run, so its entities can be as of different
   * commits.
   */
  entities(
    urns: readonly Urn[],
    aspectNames: readonly string[] | undefined,
    scope: Scope,
    most?: number,
  ): Promise<ReadonlyMap<Urn, { readonly entity: EntityRow; readonly aspects: EntityAspects }>>;

  /**
   * One version of an aspect: 0 is the latest, 1..n are former versions, oldest first, as `history` numbers them.
   * Undefined when missing or hidden.
   */
  version(key: AspectKey, version: number, scope: Scope): Promise<Aspect | undefined>;

  /**
   * All versions of an aspect. If the scope may see only part of the aspect, versions that differ only in hidden parts
   * are merged and numbered from 1; otherwise the numbers are row versions. TOO_LARGE beyond `most` characters, as for
   * `entities`.
   */
  history(key: AspectKey, scope: Scope, most?: number): Promise<SeenHistory>;

  /**
   * Number of distinct commits among the kept versions of all aspects, the latest included. Aspects that `history` shows in
   * part count once for each visible change, with TOO_LARGE as there; of the others at most 10,000 versions are counted, without
   * their values. Hidden aspects and those named `without` do not count. Undefined when the entity is missing or hidden.
   */
  changeCount(
    urn: Urn,
    without: readonly string[],
    scope: Scope,
    most?: number,
  ): Promise<SeenChangeCount | undefined>;

  /**
   * The last hard deletion of aspects of this urn; undefined when none is kept or visible. TOO_LARGE beyond `most`
   * characters, as for `entities`.
   */
  lastDeletion(urn: Urn, scope: Scope, most?: number): Promise<SeenDeletion | undefined>;

  /**
   * Sequence of the last hard deletion of aspects of each urn; urns of which none is kept or visible are left out. One read;
   * values are read only if no aspect is visible by its name. TOO_LARGE if one of these has more than `most` characters.
   */
  lastDeletions(urns: readonly Urn[], scope: Scope, most?: number): Promise<ReadonlyMap<Urn, Sequence>>;

  /**
   * Up to `limit` points of a timeseries aspect within the window, newest first, equal times by point key
   * descending. TOO_LARGE beyond `most` characters, as for `entities`.
   */
  points(
    key: AspectKey,
    limit: number,
    scope: Scope,
    window?: PointWindow,
    most?: number,
  ): Promise<readonly Aspect[]>;

  /**
   * The ended generations of every property, by property urn (binary order) and generation. Settles the scope.
   */
  endedGenerations(scope: Scope): Promise<readonly PropertyGeneration[]>;

  /** Those urns of a page that fit. Settles the scope. */
  urns(request: UrnRequest, fits: (urn: Urn) => boolean, scope: Scope): Promise<UrnPage>;
}

/** The reads of a store on behalf of callers: each takes a scope. */
export interface ScopedStore {
  readonly scoped: ScopedReader;
  readonly runs: RunReader;
  readonly points: PointReader;
}
