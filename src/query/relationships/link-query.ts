import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';

/** Filter for links to scroll through; absent members and empty lists do not restrict. */
export interface LinkScrollInput {
  /** Relationship names; empty: all. */
  readonly types: readonly string[];
  /** Allowed sources and destinations; a link must match both lists. */
  readonly sources?: readonly Urn[];
  readonly destinations?: readonly Urn[];
  /** Entities of which at least one must be the source or destination. */
  readonly ends?: readonly Urn[];
  readonly sourceTypes: readonly string[];
  readonly destinationTypes: readonly string[];
  /** True: only lineage; `Link.upstream` is set. */
  readonly isLineage: boolean;
  /** With `isLineage` and `ends`: only links that lead from one of `ends` in this direction. */
  readonly direction?: 'UPSTREAM' | 'DOWNSTREAM';
  readonly includeSoftDelete: boolean;
  readonly count: number;
  readonly scrollId: string | undefined;
}

export interface Link {
  readonly relationshipType: string;
  readonly source: Urn;
  readonly destination: Urn;
  /** The upstream end; set if `isLineage` is requested. */
  readonly upstream?: Urn;
}

/** A page of links. It may have fewer than `count` links, even none, and still a scroll id for further links. */
export interface LinkPage {
  readonly links: readonly Link[];
  readonly nextScrollId: string | undefined;
}

export interface LinkQuery {
  /**
   * Lists links, sorted by the urn of the entity that states them. A link stated by several entities is listed once for
   * each. Throws INVALID_REQUEST for an invalid scroll id.
   */
  scrollLinks(input: LinkScrollInput, scope: Scope): Promise<LinkPage>;
}
