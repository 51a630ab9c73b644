import type { JsonObject } from '../../../util/json.ts';

/** A query clause of the engine. */
export type Clause = JsonObject;

/** Matches every document. */
export const EVERYTHING: Clause = { match_all: {} };

/** Matches no document. */
export const NOTHING: Clause = { match_none: {} };

/** Matches what all of the clauses match, every document if there is none. */
export function allClauses(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? EVERYTHING : { bool: { filter: clauses } };
}

/** Matches what one of the clauses matches, nothing if there is none. */
export function anyClause(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? NOTHING : { bool: { should: clauses, minimum_should_match: 1 } };
}
