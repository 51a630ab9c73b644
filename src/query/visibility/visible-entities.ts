import type { EntityPredicate } from '../../model/entity-predicate.ts';
import { QUERY_TYPE, dependsOnSubjects } from '../../model/access/subject-types.ts';
import { UNJUDGED } from '../../search/documents/incomplete.ts';
import { MATCH_ALL, allOf, type Expression } from '../../search/expression.ts';
import type { Visible } from '../../search/search-index.ts';
import { unrestrictedWhere } from '../../search/unrestricted.ts';
import { anyOf, negate } from '../filters/combine.ts';
import { predicateExpression, queriesSeenByTables, type PredicateContext } from './predicate-expression.ts';

/**
 * Excludes documents that may lack values that rules evaluate: a rule that excludes entities would not exclude them.
 */
const IS_JUDGED = negate({ kind: 'exists', field: UNJUDGED });

/** Entities of the searched types that the scope sees. */
export async function visibleEntities(context: PredicateContext): Promise<Visible<Expression>> {
  const { entityFilter } = context.scope;
  if (entityFilter === undefined) return unrestrictedWhere(MATCH_ALL);
  const visible = anyOf(await Promise.all(visibleBy(entityFilter, context)));
  const isDecided = visible.kind === 'all' || visible.kind === 'none';
  return unrestrictedWhere(isDecided ? visible : allOf([visible, IS_JUDGED]));
}

function visibleBy(entityFilter: EntityPredicate, context: PredicateContext): readonly Promise<Expression>[] {
  const byRules = predicateExpression(entityFilter, context);
  return dependsOnSubjects(entityFilter, QUERY_TYPE) ? [byRules, queriesSeenByTables(context)] : [byRules];
}
