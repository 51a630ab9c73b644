import type { EntityAspects } from '../../model/aspect.ts';
import { PLATFORM_INSTANCE } from '../../model/aspects/derived-aspects.ts';
import type { StoredAspect } from '../../model/entity-attributes.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { PATH_ASPECTS, ancestryOf, pathsAbove, valuesByProperty } from '../../model/properties/ancestry.ts';
import { fitsEntity } from '../../model/properties/fits-entity.ts';
import { effectiveValues, type EffectiveValues, type Holder } from '../../model/properties/inheritance.ts';
import { parseRules } from '../../model/properties/property-rules.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import type { Scope } from '../../model/scope.ts';
import {
  STRUCTURED_PROPERTY,
  type PropertyDirectory,
  type PropertyState,
} from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { scopeOf } from '../visibility/visibility.ts';

const { assignmentAspect } = STRUCTURED_PROPERTY;
const READ_ASPECTS = [assignmentAspect, ...PATH_ASPECTS, PLATFORM_INSTANCE];

/** The value in effect of each property of an entity. */
export type EffectiveProperties = ReadonlyMap<Urn, EffectiveValues>;

/** What effective values are read with. */
export interface EffectiveParts {
  /** Reads entities, now or as of a moment. */
  readonly read: (
    urns: readonly Urn[],
    aspectNames: readonly string[],
    scope: Scope,
  ) => Promise<ReadonlyMap<Urn, EntityAspects>>;
  readonly properties: PropertyDirectory;
  readonly registry: EntityRegistry;
}

/**
 * The values in effect on entities, own ones first, by property: where the caller sees the property on the entity and on
 * the source, and the source itself. Entities that do not exist are not in the map; a column exists if its table does.
 */
export async function readEffective(
  urns: readonly Urn[],
  { properties, read, registry }: EffectiveParts,
  scope: Scope,
): Promise<ReadonlyMap<Urn, EffectiveProperties>> {
  const tables = urns.flatMap((urn) => holderOf(urn) ?? []);
  const seen = await read([...urns, ...tables], [assignmentAspect], scope);
  const existing = [...new Set(urns)].filter((urn) => seen.has(urn) || isColumnOf(seen, urn, scope));
  const own = new Map(existing.map((urn) => [urn, ownValues(seen.get(urn))]));
  const inheriting = [...properties.ruled()].filter(
    ({ generation, removed, rules, urn }) =>
      rules !== undefined &&
      parseRules(rules).inherit !== undefined &&
      !removed &&
      scope.seesAssignment(urn, generation),
  );
  if (inheriting.length === 0) return own;
  // What the caller may not see decides, too: the next value up is not what the entity inherits.
  const { known, paths, stored } = await readPaths(existing, read, scopeOf(properties));
  const assigned = new Map([...known].map(([urn, aspects]) => [urn, ownValues(aspects)]));
  const holders = [...assigned].flatMap(([urn, { size }]) => (size === 0 ? [] : [urn]));
  const visible = await read(holders, [assignmentAspect], scope);
  const valueOn = (urn: Urn, { definition, rules = {}, urn: property }: PropertyState) => {
    const holderAt = (one: Urn): Holder | undefined => {
      const values = assigned.get(one)?.get(property)?.values;
      return values && { urn: one, values, isVisible: ownValues(visible.get(one)).has(property) };
    };
    const [inheritance, from] = [parseRules(rules).inherit, paths.get(urn)];
    return inheritance && from && effectiveValues(definition, inheritance, ancestryOf(from, holderAt));
  };
  return new Map(
    [...own].map(([urn, ofEntity]) => {
      const effective = new Map(ofEntity);
      for (const property of inheriting) {
        if (!fitsEntity(property.definition, urn, stored, registry)) continue;
        const isSeen = scope.seesAssignment(property.urn, property.generation, urn);
        const value = isSeen && !scope.seesAsOwnOnly(urn) ? valueOn(urn, property) : undefined;
        if (value === undefined) effective.delete(property.urn);
        else effective.set(property.urn, value);
      }
      return [urn, effective] as const;
    }),
  );
}

// Cached, as each property asks for the values of the same holders.
const parsed = new WeakMap<EntityAspects, EffectiveProperties>();

function ownValues(aspects: EntityAspects | undefined): EffectiveProperties {
  if (aspects === undefined) return new Map();
  let values = parsed.get(aspects);
  if (values === undefined) {
    const byProperty = valuesByProperty(aspects.get(assignmentAspect)?.value);
    values = new Map([...byProperty].map(([urn, own]) => [urn, { values: own, sources: [] }]));
    parsed.set(aspects, values);
  }
  return values;
}

/** A column exists as an entity once it has metadata of its own; before, it inherits already. */
function isColumnOf(tables: ReadonlyMap<Urn, unknown>, urn: Urn, scope: Scope): boolean {
  const table = holderOf(urn);
  return table !== undefined && tables.has(table) && scope.seesEntity(urn);
}

/** Reads all entities from which others inherit level by level, those of one level together. */
async function readPaths(urns: readonly Urn[], read: EffectiveParts['read'], scope: Scope) {
  const known = new Map<Urn, EntityAspects>();
  for (;;) {
    const missing = new Set<Urn>();
    const stored: StoredAspect = (urn, aspectName) => {
      const aspects = known.get(urn);
      if (aspects === undefined) missing.add(urn);
      return aspects?.get(aspectName)?.value;
    };
    const paths = new Map(urns.map((urn) => [urn, pathsAbove(urn, stored)]));
    if (missing.size === 0) return { known, paths, stored };
    const found = await read([...missing], READ_ASPECTS, scope);
    for (const urn of missing) known.set(urn, found.get(urn) ?? new Map());
  }
}
