import { UNFILLED_ASPECTS } from '../../model/aspects/server-aspects.ts';
import type { AspectSpec, EntityRegistry } from '../../model/entity-registry.ts';

const known = new WeakMap<EntityRegistry, ReadonlyMap<string, string>>();

/** Search fields that only unfilled aspects have, with the name of the aspect. */
export function unfilledFields(registry: EntityRegistry): ReadonlyMap<string, string> {
  const found = known.get(registry) ?? collect([...registry.aspects.values()]);
  known.set(registry, found);
  return found;
}

function collect(aspects: readonly AspectSpec[]): ReadonlyMap<string, string> {
  const isUnfilled = ({ name }: AspectSpec): boolean => Object.hasOwn(UNFILLED_ASPECTS, name);
  const filled = new Set(aspects.filter((aspect) => !isUnfilled(aspect)).flatMap(fieldsOf));
  return new Map(
    aspects
      .filter(isUnfilled)
      .flatMap((aspect) =>
        fieldsOf(aspect).flatMap((field) => (filled.has(field) ? [] : [[field, aspect.name] as const])),
      ),
  );
}

function fieldsOf({ searchable }: AspectSpec): readonly string[] {
  return searchable.flatMap(({ fieldName, hasValuesFieldName, numValuesFieldName }) =>
    [fieldName, hasValuesFieldName, numValuesFieldName].filter((name) => name !== undefined),
  );
}
