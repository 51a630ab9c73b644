import type { Expression } from '../../search/expression.ts';
import { MATCH_ALL } from '../../search/expression.ts';
import type { Visible } from '../../search/search-index.ts';
import { unrestrictedWhere } from '../../search/unrestricted.ts';
import { predicateExpression } from './predicate-expression.ts';
import type { PredicateContext } from './predicate-expression.ts';

/** Entities of the searched types that the scope sees. */
export async function visibleEntities(context: PredicateContext): Promise<Visible<Expression>> {
  const { entityFilter } = context.scope;
  return unrestrictedWhere(
    entityFilter === undefined ? MATCH_ALL : await predicateExpression(entityFilter, context),
  );
}
