import type { Urn } from '../model/urn.ts';
import type { Expression } from './expression.ts';
import type { Query, Visible, VisibleQuery } from './search-index.ts';

/**
 * A query for every document, hidden ones included: for jobs, and for lookups whose results are judged by the scope
 * before anybody sees them. The import rules list who may use it.
 */
export function unrestricted<Q extends Query>(query: Q): Q & VisibleQuery {
  return { ...query, where: unrestrictedWhere(query.where) };
}

/** Urns to read values of, hidden ones included; like `unrestricted`. */
export function unrestrictedUrns(urns: readonly Urn[]): Visible<readonly Urn[]> {
  return visible(urns);
}

/** An expression for every document, hidden ones included; like `unrestricted`. */
export function unrestrictedWhere(where: Expression): Visible<Expression> {
  return visible(where);
}

/** The only place that makes the mark, which exists in types alone. */
function visible<T>(asked: T): Visible<T> {
  return asked as Visible<T>;
}
