import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';

/** Which links to scroll through; what is left out restricts nothing. */
export interface LinkScrollInput {
  /** Names of relationships; empty: all. */
  readonly types: readonly string[];
  /** Links whose source, or whose destination, is one of these; a link must satisfy both. */
  readonly sources?: readonly Urn[];
  readonly destinations?: readonly Urn[];
  /** Links with one of these at either end. */
  readonly ends?: readonly Urn[];
  readonly sourceTypes: readonly string[];
  readonly destinationTypes: readonly string[];
  /** Only links that the registry marks as lineage, each with which end is upstream. */
  readonly isLineage: boolean;
  /** With `isLineage` and `ends`: only links that lead from one of the ends this way. */
  readonly direction?: 'UPSTREAM' | 'DOWNSTREAM';
  readonly includeSoftDelete: boolean;
  readonly count: number;
  readonly scrollId: string | undefined;
}

/** One link with both ends. */
export interface Link {
  readonly relationshipType: string;
  readonly source: Urn;
  readonly destination: Urn;
  /** Of a link of lineage: the end that the other one is made from. */
  readonly upstream?: Urn;
}

/** A page of links. It may have fewer than were asked for; as long as there is a scroll id there may be more. */
export interface LinkPage {
  readonly links: readonly Link[];
  readonly nextScrollId: string | undefined;
}

/** Reading links between any entities. */
export interface LinkQuery {
  /** Goes through links in the order of the entities that state them; each statement once. */
  scrollLinks(input: LinkScrollInput, scope: Scope): Promise<LinkPage>;
}
