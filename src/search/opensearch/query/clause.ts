import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';

/** A clause of OpenSearch's query DSL. */
export type Clause = JsonObject;

/** Matches every document. */
export const EVERYTHING: Clause = { match_all: {} };

/** Matches no document. */
export const NOTHING: Clause = { match_none: {} };

/** Members of a `bool` clause: what documents must match and must not match. */
export interface Conditions {
  readonly filter?: readonly Clause[];
  readonly must_not?: readonly Clause[];
}

/** Conditions of all clauses together, without nesting: the engine parses, rewrites and counts a flat clause faster. */
export function conditionsOf(clauses: readonly Clause[]): Conditions {
  const parts = clauses.map(({ bool, ...rest }) => {
    const { filter = [], must_not: none = [], ...others } = isJsonObject(bool) ? bool : { filter: [rest] };
    const isFlat = Object.keys(others).length === 0;
    return isFlat ? { filter: clausesIn(filter), none: clausesIn(none) } : { filter: [{ bool }], none: [] };
  });
  const filter = parts.flatMap((part) => part.filter).filter((clause) => !('match_all' in clause));
  const none = parts.flatMap((part) => part.none);
  return { ...(filter.length > 0 && { filter }), ...(none.length > 0 && { must_not: none }) };
}

function clausesIn(value: JsonValue): Clause[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Matches documents that match all clauses; every document if there are none. */
export function allClauses(clauses: readonly Clause[]): Clause {
  const conditions = conditionsOf(clauses);
  return Object.keys(conditions).length === 0 ? EVERYTHING : { bool: { ...conditions } };
}

/** Whether a clause of `allClauses` only excludes documents. */
export function isOpen({ bool }: Clause): boolean {
  return (
    bool === undefined || (isJsonObject(bool) && Object.keys(bool).every((member) => member === 'must_not'))
  );
}

/** Matches documents with any of the terms in a field of the index. */
export function termsClause(field: string, terms: readonly string[]): Clause {
  const [only] = terms;
  return only !== undefined && terms.length === 1
    ? { term: { [field]: only } }
    : { terms: { [field]: terms } };
}

/** Matches documents that do not match the clause. */
export function notClause(clause: Clause): Clause {
  return { bool: { must_not: [clause] } };
}

/** Matches documents that match any of the clauses; no document if there are none. */
export function anyClause(clauses: readonly Clause[]): Clause {
  const [only = NOTHING] = clauses;
  return clauses.length > 1 ? { bool: { should: clauses, minimum_should_match: 1 } } : only;
}
