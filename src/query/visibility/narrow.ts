import { allOf, type Expression } from '../../search/expression.ts';
import type { Visible } from '../../search/search-index.ts';
import { unrestrictedWhere } from '../../search/unrestricted.ts';
import { anyOf } from '../filters/combine.ts';

/** Entities that are visible and match all conditions. */
export function narrowed(
  visible: Visible<Expression>,
  conditions: readonly Expression[],
): Visible<Expression> {
  return unrestrictedWhere(allOf([...conditions, visible]));
}

/** Entities that are in one of the visible sets. */
export function united(sets: readonly Visible<Expression>[]): Visible<Expression> {
  return unrestrictedWhere(anyOf(sets));
}
