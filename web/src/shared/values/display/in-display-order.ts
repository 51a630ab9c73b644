import type { PropertyDefinition } from '../property-definition.ts';

/**
 * Definitions as their displays arrange them: by order, then as they were; the properties of a group together, where its first one
 * is, and those without a group last.
 */
export function inDisplayOrder<Item extends Pick<PropertyDefinition, 'group' | 'order'>>(
  definitions: readonly Item[],
): readonly Item[] {
  const ordered = definitions.toSorted((a, b) => {
    const [one, other] = [a.order ?? Infinity, b.order ?? Infinity];
    return one === other ? 0 : one - other;
  });
  const groups = [...Map.groupBy(ordered, ({ group }) => group)];
  return [
    ...groups.filter(([group]) => group !== undefined),
    ...groups.filter(([group]) => group === undefined),
  ].flatMap(([, items]) => items);
}
