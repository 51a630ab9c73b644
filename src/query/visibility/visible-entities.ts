import type { EntityPredicate } from '../../model/entity-predicate.ts';
import { QUERY_TYPE, dependsOnSubjects } from '../../model/access/subject-types.ts';
import type { Expression } from '../../search/expression.ts';
import { MATCH_ALL } from '../../search/expression.ts';
import type { Visible } from '../../search/search-index.ts';
import { unrestrictedWhere } from '../../search/unrestricted.ts';
import { anyOf } from '../filters/combine.ts';
import { predicateExpression, queriesSeenByTables } from './predicate-expression.ts';
import type { PredicateContext } from './predicate-expression.ts';

/** Entities of the searched types that the scope sees. */
export async function visibleEntities(context: PredicateContext): Promise<Visible<Expression>> {
  const { entityFilter } = context.scope;
  return unrestrictedWhere(
    entityFilter === undefined ? MATCH_ALL : anyOf(await Promise.all(visibleBy(entityFilter, context))),
  );
}

function visibleBy(entityFilter: EntityPredicate, context: PredicateContext): readonly Promise<Expression>[] {
  const byRules = predicateExpression(entityFilter, context);
  return dependsOnSubjects(entityFilter, QUERY_TYPE) ? [byRules, queriesSeenByTables(context)] : [byRules];
}
