import { invalidRequest } from '../../errors.ts';
import { MOST_LEVELS } from '../../model/entity-attributes.ts';
import { compareByOrder, type Inheritance, type SourceType } from '../../model/properties/inheritance.ts';
import { parseRules, type RuledProperty } from '../../model/properties/property-rules.ts';
import { dayText, parseDay } from '../../model/properties/scalar-text.ts';
import { scalarOf, type PropertyDefinition, type PropertyValue } from '../../model/structured-property.ts';
import { because } from '../../refusals.ts';
import { assignmentField, holdsAssignment } from '../../search/assignment-field.ts';
import { MATCH_ALL, allOf, type Expression } from '../../search/expression.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { foldCase } from '../../search/text/analyzer.ts';
import { MATCH_NONE, anyOf, anyValue, every, negate } from '../filters/combine.ts';
import type { FieldContext } from '../filters/field-resolution.ts';
import { narrowed } from '../visibility/narrow.ts';
import { predicateExpression } from '../visibility/predicate-expression.ts';
import { reachOf } from '../filters/property-reach.ts';
import { visibleEntities } from '../visibility/visible-entities.ts';
import {
  MOST_SOURCES,
  NOT_REMOVED,
  tooLarge,
  type Assignments,
  type Territories,
  type Territory,
} from './territories.ts';

/** What effective values are searched with. */
export interface EffectiveContext extends FieldContext {
  readonly index: SearchReader;
  readonly territories: Territories;
}

/** A property whose effective values are searched; without `rules` it inherits nothing. */
export type InheritingProperty = Pick<RuledProperty, 'definition' | 'generation' | 'urn'> & {
  readonly rules: RuledProperty['rules'] | undefined;
};

/** The value of an index field. */
export type IndexValue = string | number;

/** Maximum number of urns and values in the condition of one filter, where it chooses among values. */
const MOST_TERMS = 1_000_000;

/** Sources of one type: its territory, and those of them that the caller sees. */
interface Sources {
  readonly type: SourceType;
  readonly territory: Territory;
  readonly seen: ReadonlySet<string>;
}

/** Finds entities by the effective values of one property: their own, or inherited ones that the caller may see. */
export class EffectiveExpressions {
  readonly #property: InheritingProperty;
  readonly #context: EffectiveContext;
  readonly #inherit: Inheritance | undefined;
  readonly #assignments: Assignments | undefined;
  #guard: Promise<Expression> | undefined;
  /** All sources that the caller sees. */
  #all: Promise<readonly Sources[]> | undefined;

  constructor(property: InheritingProperty, context: EffectiveContext) {
    const { definition, generation, rules, urn } = property;
    this.#property = property;
    this.#context = context;
    this.#inherit = rules && parseRules(rules).inherit;
    this.#assignments =
      generation === undefined
        ? undefined
        : {
            name: definition.qualifiedName,
            field: assignmentField(urn, generation),
            held: holdsAssignment(urn, generation),
          };
  }

  /**
   * Entities whose effective value meets a condition on the index field of own values. INVALID_REQUEST if it is more than
   * equality and the strictest value counts.
   */
  async matching(own: Expression): Promise<Expression> {
    if (this.#assignments === undefined) return MATCH_NONE;
    const matching =
      this.#inherit === undefined || own.kind === 'none'
        ? own
        : this.#inherit.resolve === 'STRICTEST'
          ? await this.#strictest(own, this.#inherit, this.#assignments)
          : anyOf([own, await this.#nearest(own, this.#inherit, this.#assignments)]);
    return every([matching, await this.guard()]);
  }

  /** Entities with this effective value. */
  async holding(value: IndexValue): Promise<Expression> {
    const field = this.#assignments?.field;
    return field === undefined ? MATCH_NONE : this.matching(anyValue(field, [value]));
  }

  /** Entities with an effective value. */
  async present(): Promise<Expression> {
    const field = this.#assignments?.field;
    return field === undefined ? MATCH_NONE : this.matching({ kind: 'exists', field });
  }

  /** Whether the own value of an entity may not count. */
  get isStrictest(): boolean {
    return this.#inherit?.resolve === 'STRICTEST';
  }

  /** The sources that the caller sees, and their distinct values. */
  async sources(): Promise<{ readonly count: number; readonly values: readonly IndexValue[] }> {
    if (this.#assignments === undefined || this.#inherit === undefined) return { count: 0, values: [] };
    const all = await this.#seenSources(this.#inherit, this.#assignments);
    const values = all.flatMap(({ seen, territory }) =>
      [...seen].flatMap((urn): readonly IndexValue[] => territory.sources.get(urn) ?? []),
    );
    return { count: all.reduce((sum, { seen }) => sum + seen.size, 0), values: [...new Set(values)] };
  }

  /** Entities that have no value of their own, but may inherit one. */
  heirs(): Expression {
    const held = this.#assignments?.held;
    return held === undefined ? MATCH_NONE : every([this.#reach(), negate(held)]);
  }

  /** Entities on which the caller sees the property. */
  guard(): Promise<Expression> {
    this.#guard ??= this.#guardFor(this.#context.entityTypes);
    return this.#guard;
  }

  async #guardFor(entityTypes: readonly string[]): Promise<Expression> {
    const where = this.#context.scope.assignmentFilter(this.#property.urn);
    return where === undefined ? MATCH_ALL : predicateExpression(where, { ...this.#context, entityTypes });
  }

  #reach(): Expression {
    return reachOf(this.#property.definition, this.#context);
  }

  #seenSources(inherit: Inheritance, assignments: Assignments): Promise<readonly Sources[]> {
    this.#all ??= this.#sources(inherit, assignments, MATCH_ALL);
    return this.#all;
  }

  /** For each type: its territory, and the sources that the caller sees and that meet a condition on their own value. */
  #sources(inherit: Inheritance, assignments: Assignments, own: Expression): Promise<readonly Sources[]> {
    return Promise.all(
      inherit.from.map(async (type) => {
        const territory = await this.#context.territories.of(type, assignments);
        const isEmpty = territory.sources.size === 0;
        const seen = isEmpty ? [] : await this.#seen(type, allOf([assignments.held, NOT_REMOVED, own]));
        // One that the territory does not have yet is not a source of what it governs.
        return { type, territory, seen: new Set(seen.filter((urn) => territory.sources.has(urn))) };
      }),
    );
  }

  async #seen(type: SourceType, condition: Expression): Promise<readonly string[]> {
    const context = { ...this.#context, entityTypes: [type] };
    const guard = await this.#guardFor(context.entityTypes);
    if (guard.kind === 'none') return [];
    const where = narrowed(await visibleEntities(context), [condition, guard]);
    const page = { sort: [], from: 0, size: MOST_SOURCES } as const;
    const { hits } = await context.index.search({ entityTypes: [type], where, ...page });
    return hits.map(({ urn }) => urn);
  }

  /** Entities whose nearest value meets the condition, type by type. */
  async #nearest(own: Expression, inherit: Inheritance, assignments: Assignments): Promise<Expression> {
    const heirs = this.heirs();
    if (heirs.kind === 'none') return MATCH_NONE;
    const parts: Expression[] = [];
    const before: Expression[] = [];
    for (const { seen, territory, type } of await this.#sources(inherit, assignments, own)) {
      const isOneOfSeveral = type !== 'container' && this.#property.definition.cardinality === 'SINGLE';
      const members = isOneOfSeveral ? this.#firstOf(territory, seen) : territory.members([...seen]);
      parts.push(every([members, negate(anyOf(before))]));
      before.push(territory.members([...territory.sources.keys()]));
    }
    return every([heirs, anyOf(parts)]);
  }

  /** Members of several territories have the first of their values: of those with this one, none has an earlier one. */
  #firstOf(territory: Territory, wanted: ReadonlySet<string>): Expression {
    const groups = [...sourcesByValue(territory)].map(([value, all]) => {
      const seen = all.filter((source) => wanted.has(source));
      return { value, seen, all, isWanted: seen.length > 0 };
    });
    return this.#choice(
      groups.sort((a, b) => this.#compare(a.value, b.value)),
      ({ groups: some, side }) => territory.members(some.flatMap((group) => group[side])),
    );
  }

  /** Entities of whose own and inherited values the first allowed one meets the condition. */
  async #strictest(own: Expression, inherit: Inheritance, assignments: Assignments): Promise<Expression> {
    const { definition } = this.#property;
    const { field, name } = assignments;
    const meets = equalityTest(own, name);
    const sources = await this.#seenSources(inherit, assignments);
    // All values above count, so that depth is measured from the highest.
    const deep = sources.find(({ territory }) => territory.isTooDeep);
    if (deep !== undefined) throw tooLarge(name, MOST_LEVELS, `levels below a ${deep.type}`);
    const byValue = sources.map(({ territory }) => sourcesByValue(territory));
    const allowed = (definition.allowedValues ?? []).map(({ value }) => indexValueOf(value, definition));
    const groups = allowed.map((value) => {
      const all = byValue.map((sourcesOf) => sourcesOf.get(value) ?? []);
      const seen = sources.map((of, i) => (all[i] ?? []).filter((source) => of.seen.has(source)));
      return { value, all, seen, isWanted: meets(value) };
    });
    const reach = this.#reach();
    const expressionOf: ExpressionOf<(typeof groups)[number]> = ({ groups: some, side }) => {
      const inherited = sources.map(({ territory }, i) =>
        territory.members(territory.under(some.flatMap((group) => group[side][i] ?? []))),
      );
      const values = some.map(({ value }) => value);
      return anyOf([anyValue(field, values), every([reach, anyOf(inherited)])]);
    };
    const ofAllowed = this.#choice(groups, expressionOf);
    const others = every([own, negate(expressionOf({ groups, side: 'all' }))]);
    return anyOf([ofAllowed, others]);
  }

  /**
   * Entities that have the value of a wanted group and of no group before it. Neighbouring groups whose sources are all seen
   * share one condition.
   */
  #choice<Of extends Group>(groups: readonly Of[], expressionOf: ExpressionOf<Of>): Expression {
    const parts: Expression[] = [];
    let terms = 0;
    for (let start = 0; start < groups.length;) {
      let end = start;
      while (
        end < groups.length &&
        groups[end]?.isWanted === true &&
        (end === start || isAllSeen(groups[end - 1]))
      )
        end++;
      if (end === start) {
        start++;
        continue;
      }
      terms += groups.slice(0, end).reduce((sum, { all }) => sum + 1 + all.flat().length, 0);
      if (terms > MOST_TERMS) throw tooLarge(this.#property.definition.qualifiedName, MOST_TERMS, 'values');
      const some = expressionOf({ groups: groups.slice(start, end), side: 'seen' });
      const before = expressionOf({ groups: groups.slice(0, start), side: 'all' });
      parts.push(every([some, negate(before)]));
      start = end;
    }
    return anyOf(parts);
  }

  #compare(a: IndexValue, b: IndexValue): number {
    const { definition } = this.#property;
    return compareByOrder(storedValueOf(a, definition), storedValueOf(b, definition), definition);
  }
}

/** A value in the order in which one is chosen: its sources, those that the caller sees, and whether it is searched for. */
interface Group {
  readonly all: readonly (string | readonly string[])[];
  readonly seen: readonly (string | readonly string[])[];
  readonly isWanted: boolean;
}

type ExpressionOf<Of extends Group> = (some: {
  readonly groups: readonly Of[];
  readonly side: 'all' | 'seen';
}) => Expression;

/** The sources of each value; those of an empty list are left out. */
function sourcesByValue({ sources }: Territory): ReadonlyMap<IndexValue, readonly string[]> {
  const found = new Map<IndexValue, string[]>();
  for (const [source, [value]] of sources) {
    if (value === undefined) continue;
    const known = found.get(value);
    if (known === undefined) found.set(value, [source]);
    else known.push(source);
  }
  return found;
}

function isAllSeen(group: Group | undefined): boolean {
  return group?.all.flat().length === group?.seen.flat().length;
}

/** A test of values for a condition that compares by equality only. Throws INVALID_REQUEST for any other condition. */
function equalityTest(condition: Expression, name: string): (value: IndexValue) => boolean {
  switch (condition.kind) {
    case 'exists':
      return () => true;
    case 'numbers': {
      const numbers = new Set<IndexValue>(condition.values);
      return (value) => numbers.has(value);
    }
    case 'terms': {
      const { ignoreCase, values } = condition;
      const texts = new Set(ignoreCase ? values.map(foldCase) : values);
      return (value) => texts.has(ignoreCase ? foldCase(String(value)) : String(value));
    }
    default: {
      const field = `effectiveProperties.${name}`;
      throw invalidRequest(
        `The filter '${field}' must be EQUAL, IN, EXISTS or IS_NULL, because the strictest of several values counts. ` +
          `Use one of them, or filter structuredProperties.${name}.`,
        undefined,
        because('FILTER_INVALID', { field }),
      );
    }
  }
}

function indexValueOf(value: PropertyValue, { valueType }: PropertyDefinition): IndexValue {
  const scalar = scalarOf(value);
  if (valueType === 'number') return Number(scalar);
  return valueType === 'date' ? (parseDay(String(scalar)) ?? scalar) : scalar;
}

function storedValueOf(value: IndexValue, { valueType }: PropertyDefinition): PropertyValue {
  if (typeof value === 'string') return { string: value };
  return valueType === 'date' ? { string: dayText(value) ?? '' } : { double: value };
}
