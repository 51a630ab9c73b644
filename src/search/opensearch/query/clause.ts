import type { JsonObject } from '../../../util/json.ts';

/** A clause of OpenSearch's query DSL. */
export type Clause = JsonObject;

/** Matches every document. */
export const EVERYTHING: Clause = { match_all: {} };

/** Matches no document. */
export const NOTHING: Clause = { match_none: {} };

/** Matches documents that match all clauses; every document if there are none. */
export function allClauses(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? EVERYTHING : { bool: { filter: clauses } };
}

/** Matches documents that match any of the clauses; no document if there are none. */
export function anyClause(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? NOTHING : { bool: { should: clauses, minimum_should_match: 1 } };
}
