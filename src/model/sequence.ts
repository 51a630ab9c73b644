/**
 * Commit number. Each row version and each change log entry has the sequence of the commit that wrote it. Starts at 1;
 * 0 means before the first commit.
 */
export type Sequence = number;

/**
 * Unique identity of a commit. The sequence alone is not unique: a store that has lost its last commits reuses their
 * numbers, and so does every other catalog.
 */
export interface CommitMark {
  readonly sequence: Sequence;
  readonly id: string;
}

const CATALOG = 'catalog:';

/** Whether the id of a commit is that of its catalog instead, in catalogs whose commits have no ids. */
export function isCatalogId(id: string): boolean {
  return id.startsWith(CATALOG);
}

/**
 * Generation of a property definition: sequence of the commit that created the definition or last changed it in a
 * breaking way. An assignment is valid only while the generation it was made under is the current one.
 */
export type Generation = Sequence;
