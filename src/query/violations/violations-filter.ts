import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { Criterion } from '../../model/filter.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import type { Expression } from '../../search/expression.ts';
import { parentField } from '../../search/mapping.ts';
import { anyOf, negate } from '../filters/combine.ts';
import { VIOLATIONS_FIELD, type FieldContext } from '../filters/field-resolution.ts';
import { ruledProperties, violationExpressions, type ViolationContext } from './violation-expressions.ts';

/** Whether a public name is that of the filter. */
export function isViolations(name: string): boolean {
  return parentField(name) === VIOLATIONS_FIELD;
}

/** For each of the properties, which have rules, the entities that break one. Default: all that the caller sees. */
export async function violatingEntities(
  context: ViolationContext,
  properties = ruledProperties(context),
): Promise<ReadonlyMap<Urn, Expression>> {
  const found = new Map<Urn, Expression>();
  for (const property of properties) {
    const byRule = await violationExpressions(property, context);
    found.set(property.urn, anyOf([...byRule.values()]));
  }
  return found;
}

/** Expression of a criterion on violations. Throws INVALID_REQUEST for an operator that compares more than equality. */
export function onViolations({ operator, values }: Criterion, context: FieldContext): Expression {
  const { properties, violations = new Map<Urn, Expression>() } = context;
  switch (operator) {
    case 'EXISTS':
      return anyOf([...violations.values()]);
    case 'IS_NULL':
      return negate(anyOf([...violations.values()]));
    case 'EQUAL':
    case 'IEQUAL':
    case 'IN': {
      const named = values.map((value) => (isUrn(value) ? value : (properties.resolve(value)?.urn ?? value)));
      return anyOf(named.flatMap((urn) => (isUrn(urn) ? (violations.get(urn) ?? []) : [])));
    }
    default:
      throw invalidRequest(
        `The filter '${VIOLATIONS_FIELD}' cannot be ${operator}. Use EQUAL, IN, EXISTS or IS_NULL with urns or qualified names of properties.`,
        undefined,
        because('FILTER_INVALID', { field: VIOLATIONS_FIELD }),
      );
  }
}
