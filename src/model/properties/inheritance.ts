import { object, texts } from '../../util/json/json-members.ts';
import type { JsonValue } from '../../util/json.ts';
import type { PropertyDefinition, PropertyValue } from '../structured-property.ts';
import type { Urn } from '../urn.ts';
import { valueKey } from './property-value.ts';

/** Entity types from which values can be inherited; each is also the name of the type in the registry. */
export const SOURCE_TYPES = ['container', 'domain', 'glossaryTerm'] as const;

export type SourceType = (typeof SOURCE_TYPES)[number];

/** Which of several values is in effect. */
export const RESOLUTIONS = ['NEAREST', 'STRICTEST'] as const;

/** The parsed rule `inherit` of a property. */
export interface Inheritance {
  /** In order of precedence. */
  readonly from: readonly SourceType[];
  /**
   * NEAREST: the own value, else that of the nearest ancestor with one, type by type. STRICTEST: of the own value and
   * those of all ancestors, the first in `allowedValues`.
   */
  readonly resolve: (typeof RESOLUTIONS)[number];
}

/** An entity that has an assignment of the property, perhaps an empty one. */
export interface Holder {
  readonly urn: Urn;
  readonly values: readonly PropertyValue[];
  /** Whether the caller sees the entity, and the property on it. */
  readonly isVisible: boolean;
}

/** Where the value of an asset can come from. Soft-deleted ancestors are left out: values pass through them. */
export interface Ancestry {
  /** The asset itself, if it has an assignment. */
  readonly own: Holder | undefined;
  /** For a column: the entity that it is part of. */
  readonly table?: Ancestry;
  /** For each container, domain or term that the asset names: the holders from it upwards, perhaps none. */
  readonly above: Readonly<Partial<Record<SourceType, readonly (readonly Holder[])[]>>>;
}

/** The value of an asset, own or inherited. */
export interface EffectiveValues {
  readonly values: readonly PropertyValue[];
  /** The entities that the values come from; empty: they are the asset's own. */
  readonly sources: readonly Urn[];
}

/** Parses the member `inherit` of the aspect `structuredPropertyRules`, which was validated on write. */
export function parseInheritance(json: JsonValue | undefined): Inheritance | undefined {
  const rule = object(json);
  if (rule === undefined) return undefined;
  const named = texts(rule['from']);
  const from = named.flatMap((name) => SOURCE_TYPES.find((type) => type === name) ?? []);
  return { from, resolve: rule['resolve'] === 'STRICTEST' ? 'STRICTEST' : 'NEAREST' };
}

/**
 * The value of a property on an asset that may have it. Undefined if there is none, or if the holder that decides is
 * hidden: the next one is not what the asset inherits.
 */
export function effectiveValues(
  definition: PropertyDefinition,
  inheritance: Inheritance,
  ancestry: Ancestry,
): EffectiveValues | undefined {
  const { own } = ancestry;
  if (inheritance.resolve === 'STRICTEST') {
    return firstAllowed(definition, own, holdersAbove(ancestry, inheritance));
  }
  if (own !== undefined) return { values: own.values, sources: [] };
  const deciding = decidingHolders(ancestry, inheritance);
  return definition.cardinality === 'SINGLE' && deciding.length > 1
    ? firstOf(definition, deciding)
    : unionOf(deciding);
}

/** The nearest holders: one of each container, domain or term of the first type that has any. */
function decidingHolders({ above, own, table }: Ancestry, inheritance: Inheritance): readonly Holder[] {
  if (own !== undefined) return [own];
  const ofTable = table === undefined ? [] : decidingHolders(table, inheritance);
  if (ofTable.length > 0) return ofTable;
  for (const type of inheritance.from) {
    const nearest = (above[type] ?? []).flatMap(([first]) => first ?? []);
    if (nearest.length > 0) return nearest;
  }
  return [];
}

function holdersAbove({ above, table }: Ancestry, inheritance: Inheritance): readonly Holder[] {
  const ofTable =
    table === undefined ? [] : [...(table.own ? [table.own] : []), ...holdersAbove(table, inheritance)];
  return [...ofTable, ...inheritance.from.flatMap((type) => (above[type] ?? []).flat())];
}

function unionOf(deciding: readonly Holder[]): EffectiveValues | undefined {
  const visible = deciding.filter(({ isVisible }) => isVisible);
  if (visible.length === 0) return undefined;
  const values = new Map(visible.flatMap((holder) => holder.values).map((value) => [valueKey(value), value]));
  return { values: [...values.values()], sources: [...new Set(visible.map(({ urn }) => urn))] };
}

/** Of values of several holders, the first in the order of values. */
function firstOf(definition: PropertyDefinition, deciding: readonly Holder[]): EffectiveValues | undefined {
  const values = deciding.flatMap((holder) => holder.values);
  const [first] = values.sort((a, b) => compareByOrder(a, b, definition));
  return first === undefined ? unionOf(deciding) : valueOf(first, deciding);
}

/** Of own and inherited values, the first allowed one; else the own value, which is allowed no longer. */
function firstAllowed(
  definition: PropertyDefinition,
  own: Holder | undefined,
  above: readonly Holder[],
): EffectiveValues | undefined {
  const order = orderOf(definition);
  const values = [...(own?.values ?? []), ...above.flatMap((holder) => holder.values)];
  const [first] = values
    .filter((value) => order.has(valueKey(value)))
    .sort((a, b) => compareByOrder(a, b, definition));
  if (first === undefined) return own && { values: own.values, sources: [] };
  return own !== undefined && has(own, first) ? { values: [first], sources: [] } : valueOf(first, above);
}

function valueOf(value: PropertyValue, holders: readonly Holder[]): EffectiveValues | undefined {
  const source = holders.find((holder) => holder.isVisible && has(holder, value));
  return source && { values: [value], sources: [source.urn] };
}

function has({ values }: Holder, value: PropertyValue): boolean {
  return values.some((one) => valueKey(one) === valueKey(value));
}

/** Order in which one of several values is chosen: as in `allowedValues`, then by text. */
export function compareByOrder(a: PropertyValue, b: PropertyValue, definition: PropertyDefinition): number {
  const order = orderOf(definition);
  const [first, second] = [valueKey(a), valueKey(b)];
  const [place, other] = [order.get(first) ?? order.size, order.get(second) ?? order.size];
  return place - other || (first < second ? -1 : first > second ? 1 : 0);
}

const orders = new WeakMap<PropertyDefinition, ReadonlyMap<string, number>>();

function orderOf(definition: PropertyDefinition): ReadonlyMap<string, number> {
  const known = orders.get(definition);
  if (known !== undefined) return known;
  const order = new Map((definition.allowedValues ?? []).map(({ value }, place) => [valueKey(value), place]));
  orders.set(definition, order);
  return order;
}
