/**
 * Number of a commit. One sequence numbers everything in a catalog: each row version and each entry of the change
 * log carries the number of the commit that wrote it. Starts at 1; 0 is "before the first commit".
 */
export type Sequence = number;

/**
 * A commit that can be told from any other, also from one of the same number: a store that has lost its last commits gives
 * their numbers again.
 */
export interface CommitMark {
  readonly sequence: Sequence;
  readonly id: string;
}

/**
 * Identity of one life of a property definition: the number of the commit that created it or broke it. A name can
 * be reused and a definition can break; an assignment counts only while the generation it was made under is live.
 */
export type Generation = Sequence;
