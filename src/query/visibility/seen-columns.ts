import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import {
  BARE_COLUMN,
  HELD_ASSIGNMENTS,
  assignmentField,
  holdsAssignment,
} from '../../search/assignment-field.ts';
import { MATCH_ALL, allOf, type Expression } from '../../search/expression.ts';
import { anyOf, negate, oneOf } from '../filters/combine.ts';
import { predicateExpression, type PredicateContext } from './predicate-expression.ts';

const isBare = oneOf(BARE_COLUMN, ['true']);

/**
 * Columns that exist for the scope. A column is created by its first aspect; a column with only hidden assignments must
 * not be found, because its existence would reveal them.
 */
export async function seenColumns(context: PredicateContext): Promise<Expression> {
  const { entityTypes, properties, scope } = context;
  if (scope.seesEveryProperty || !entityTypes.includes(COLUMN_TYPE)) return MATCH_ALL;
  const everywhere: string[] = [];
  const somewhere: Expression[] = [];
  for (const { urn, generation } of properties.all()) {
    if (!scope.seesAssignment(urn, generation)) continue;
    const where = scope.assignmentFilter(urn);
    if (where === undefined) everywhere.push(assignmentField(urn, generation));
    else somewhere.push(allOf([holdsAssignment(urn, generation), await predicateExpression(where, context)]));
  }
  return anyOf([negate(isBare), oneOf(HELD_ASSIGNMENTS, everywhere), ...somewhere]);
}
