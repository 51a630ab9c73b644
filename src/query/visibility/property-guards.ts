import type { Urn } from '../../model/urn.ts';
import type { Expression } from '../../search/expression.ts';
import type { SearchReader } from '../../search/search-index.ts';
import type { FieldContext, ResolvedField } from '../filters/field-resolution.ts';
import { predicateExpression } from './predicate-expression.ts';

/** For each field of a property visible on only some entities: an expression for these entities. */
export async function guardsOf(
  fields: readonly ResolvedField[],
  context: FieldContext,
  index: SearchReader,
): Promise<ReadonlyMap<Urn, Expression>> {
  const guards = new Map<Urn, Expression>();
  for (const { property, where } of fields) {
    if (property === undefined || where === undefined || guards.has(property)) continue;
    guards.set(property, await predicateExpression(where, { ...context, index }));
  }
  return guards;
}
