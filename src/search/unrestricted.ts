import type { Urn } from '../model/urn.ts';
import type { Expression } from './expression.ts';
import type { Query, Visible, VisibleQuery } from './search-index.ts';

/**
 * A query for every document, hidden ones included: for jobs, and for lookups whose results are filtered by the scope
 * before a caller sees them. The import rules list the files that may use it.
 */
export function unrestricted<Q extends Query>(query: Q): Q & VisibleQuery {
  return { ...query, where: unrestrictedWhere(query.where) };
}

/** Urns to read values of, hidden ones included: for jobs and filtered lookups, see `unrestricted`. */
export function unrestrictedUrns(urns: readonly Urn[]): Visible<readonly Urn[]> {
  return visible(urns);
}

/** An expression over every document, hidden ones included: for jobs and filtered lookups, see `unrestricted`. */
export function unrestrictedWhere(where: Expression): Visible<Expression> {
  return visible(where);
}

/** The only place that creates the mark, which exists in types only. */
function visible<T>(asked: T): Visible<T> {
  return asked as Visible<T>;
}
