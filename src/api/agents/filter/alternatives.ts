import { filterError } from './filter-tokens.ts';
import type { FilterCondition, FilterNode } from './parse-filter.ts';

/** Maximum conditions of all alternatives together. */
const MOST_CONDITIONS = 500;

/**
 * The filter as alternatives of conditions that must all hold, with NOT moved into the conditions. Throws INVALID_REQUEST
 * if they are too many.
 */
export function alternativesOf(node: FilterNode, isNegated = false): readonly (readonly FilterCondition[])[] {
  switch (node.kind) {
    case 'condition':
      return [[isNegated ? { ...node, isNegated: !node.isNegated } : node]];
    case 'not':
      return alternativesOf(node.part, !isNegated);
    default: {
      const parts = node.parts.map((part) => alternativesOf(part, isNegated));
      // NOT (a AND b) is NOT a OR NOT b.
      return (node.kind === 'or') === isNegated ? combined(parts) : limited(parts.flat());
    }
  }
}

/** Each alternative of one part with each of the others. */
function combined(
  parts: readonly (readonly (readonly FilterCondition[])[])[],
): readonly (readonly FilterCondition[])[] {
  let all: readonly (readonly FilterCondition[])[] = [[]];
  for (const part of parts) {
    // Checked before they are made.
    if (all.length * part.length > MOST_CONDITIONS) throw tooMany();
    all = limited(all.flatMap((one) => part.map((other) => [...one, ...other])));
  }
  return all;
}

function limited(
  alternatives: readonly (readonly FilterCondition[])[],
): readonly (readonly FilterCondition[])[] {
  const conditions = alternatives.reduce((sum, { length }) => sum + length, 0);
  if (conditions > MOST_CONDITIONS) throw tooMany();
  return alternatives;
}

function tooMany(): Error {
  return filterError(`its alternatives have more than ${MOST_CONDITIONS} conditions`);
}
