/** A commit of `main` whose data the current version must open, and what its server can do. */
export interface FormerState {
  /** Name of its fixtures. */
  readonly name: string;
  readonly commit: string;
  /** Schema versions of its stores. */
  readonly schemas: { readonly sqlite: number; readonly postgres: number };
  /** What it has beyond the first state. */
  readonly has: ReadonlySet<Ability>;
}

/** Abilities that were added between the states. */
export type Ability = 'bulkEdits' | 'changes' | 'webhooks';

/**
 * The former states that docs/upgrading.md names, oldest first. A release that changes a schema, or another format of a data folder, adds
 * the last commit before it.
 */
export const FORMER_STATES: readonly FormerState[] = [
  {
    name: 'schema-6-3',
    commit: 'd8da150ea2fdd2ff3468661a5a3b5f39c6d36201',
    schemas: { sqlite: 6, postgres: 3 },
    has: new Set(),
  },
  {
    name: 'schema-8-8',
    commit: '9dfef9f9333d4775e367dc91a72d6dfa0615beb1',
    schemas: { sqlite: 8, postgres: 8 },
    has: new Set(['bulkEdits']),
  },
  {
    name: 'schema-10-10',
    commit: 'acde15ee1377b6b5c9ebf14ffefacfc9a998e877',
    schemas: { sqlite: 10, postgres: 10 },
    has: new Set(['bulkEdits', 'changes']),
  },
  {
    name: 'schema-17-13',
    commit: 'b4e3ea7200ab1613563f09281f86d3a858c31360',
    schemas: { sqlite: 17, postgres: 13 },
    has: new Set(['bulkEdits', 'changes', 'webhooks']),
  },
  {
    name: 'schema-18-14',
    commit: '213b1191e2cabed9c2abc42700080a939afa46da',
    schemas: { sqlite: 18, postgres: 14 },
    has: new Set(['bulkEdits', 'changes', 'webhooks']),
  },
  {
    name: 'schema-19-14',
    commit: '5e788222fa19ef9b49fa760c0114b6bc64c6099c',
    schemas: { sqlite: 19, postgres: 14 },
    has: new Set(['bulkEdits', 'changes', 'webhooks']),
  },
];
