import { isDeepStrictEqual } from 'node:util';
import {
  ENTITIES,
  TYPES,
  type Entity,
  type Name,
  type Scalar,
  type Type,
  type Values,
} from './model-values.ts';
import { LEVELS, applies, breaks, type Level, type ModelRules } from './model-rules.ts';

interface Property {
  readonly generation: number;
  readonly type: Type;
  /** Allowed values; empty: any. */
  readonly allowed: Values;
  /** Entity types of the values of a urn property; empty: any. */
  readonly allowedTypes: readonly string[];
  readonly removed: boolean;
  /** Whether charts may have it, too. */
  readonly isWide: boolean;
  /** Its qualified name. */
  readonly alias: Name;
  readonly rules: ModelRules | undefined;
}

interface Assigned {
  readonly generation: number;
  readonly values: Values;
}

/** A generation of a property: from its creation or an incompatible change to the next one or its deletion. */
interface Generation {
  readonly name: Name;
  readonly number: number;
}

/** The last ingestion run that wrote an entity's values. */
interface Run {
  readonly id: string;
  readonly before: ReadonlyMap<Name, Assigned>;
  /** Whether there was no write since. */
  isLatest: boolean;
}

/** How a catalog answers a change; `warned`: made with a warning. */
export type Expected = 'done' | 'warned' | 'refused';

/** Reference model of properties and their values, without index, jobs and generation log. */
export class CatalogModel {
  readonly properties = new Map<Name, Property>();
  readonly generations: Generation[] = [];
  /** Properties whose entity exists without a definition; the value is `status.removed`. */
  readonly #leftovers = new Map<Name, boolean>();
  readonly #assigned = new Map<Entity, Map<Name, Assigned>>(ENTITIES.map((entity) => [entity, new Map()]));
  readonly #runs = new Map<Entity, Run>();
  /** All values ever written, as JSON of entity, generation and values. */
  readonly #written = new Set<string>();

  /** Defines a property; its qualified name may differ from the name in its urn. */
  create(name: Name, alias: Name = name): Expected {
    if (this.isClaimed(name) || this.isClaimed(alias)) return 'refused';
    this.#leftovers.delete(name);
    this.properties.set(name, {
      generation: this.#begin(name),
      type: 'string',
      allowed: [],
      allowedTypes: [],
      removed: false,
      isWide: false,
      alias,
      rules: undefined,
    });
    return 'done';
  }

  /** Sets the rules of a property, which must fit its type and its allowed values. */
  setRules(name: Name, rules: ModelRules): Expected {
    return this.#redefine(name, { rules }, false, false);
  }

  /** Whether the rules of a property would fit it after a breaking change. */
  mayBreak(name: Name): boolean {
    const type = this.properties.get(name)?.rules?.type;
    return type === undefined || type === this.nextType(name);
  }

  /** Entities that a search finds to break the rules of a property. */
  violators(name: Name): Entity[] {
    const { removed, rules } = this.properties.get(name) ?? {};
    if (rules === undefined || removed === true) return [];
    return ENTITIES.filter((entity) => {
      const all = this.visible(entity);
      const values = all.get(name) ?? [];
      if (values.length === 0) return rules.isRequired === true && applies(rules, all);
      return !applies(rules, all) || values.some((value) => breaks(rules, value));
    });
  }

  /** Whether a property has the name, in its urn or as its qualified name. */
  isClaimed(name: Name): boolean {
    return [...this.properties].some(([other, { alias }]) => other === name || alias === name);
  }

  qualifiedName(name: Name): Name {
    return this.properties.get(name)?.alias ?? name;
  }

  /** The value type that a breaking change gives a property. */
  nextType(name: Name): Type {
    const type = this.properties.get(name)?.type;
    return (type && TYPES[TYPES.indexOf(type) + 1]) ?? TYPES[0];
  }

  /** Changes the value type and lifts all limits of values, an incompatible change that drops existing values. */
  break(name: Name, isWide = this.properties.get(name)?.isWide ?? false): Expected {
    const type = this.nextType(name);
    return this.#redefine(name, { type, isWide, allowed: [], allowedTypes: [] }, true, true);
  }

  /** Adds an entity type, or removes it, which is incompatible. */
  setWide(name: Name, isWide: boolean, hasVersion: boolean): Expected {
    const isNarrowed = this.properties.get(name)?.isWide === true && !isWide;
    return this.#redefine(name, { isWide }, isNarrowed, hasVersion);
  }

  /** Sets the allowed values; removing any is incompatible. */
  allow(name: Name, sent: Values, hasVersion: boolean): Expected {
    const property = this.properties.get(name);
    const allowed = this.typed(name, sent);
    if (property === undefined || !allowed.every((value) => hasType(value, property.type))) return 'refused';
    if (new Set(allowed).size < allowed.length) return 'refused';
    return this.#redefine(name, { allowed }, isNarrower(property.allowed, allowed), hasVersion);
  }

  /** Sets the entity types of urn values; removing any is incompatible if the values are urns. */
  allowTypes(name: Name, allowedTypes: readonly string[], hasVersion: boolean): Expected {
    const property = this.properties.get(name);
    const isNarrowed = property?.type === 'urn' && isNarrower(property.allowedTypes, allowedTypes);
    return this.#redefine(name, { allowedTypes }, isNarrowed, hasVersion);
  }

  /** Changes the definition compatibly. */
  describe(name: Name): Expected {
    return this.properties.get(name)?.removed === false ? 'done' : 'refused';
  }

  /** Changes the settings, which may come before the definition. */
  configure(name: Name): Expected {
    if (this.properties.has(name)) return this.describe(name);
    this.#leftovers.set(name, this.#leftovers.get(name) ?? false);
    return 'done';
  }

  setRemoved(name: Name, removed: boolean): Expected {
    const property = this.properties.get(name);
    if (property === undefined && !removed) return 'refused';
    if (property === undefined) this.#leftovers.set(name, true);
    else this.properties.set(name, { ...property, removed });
    return 'done';
  }

  hardDelete(name: Name): Expected {
    this.properties.delete(name);
    this.#leftovers.delete(name);
    return 'done';
  }

  /** Deletes the definition, which deletes the property; does nothing without a definition. */
  deleteDefinition(name: Name): Expected {
    return this.properties.has(name) ? this.hardDelete(name) : 'done';
  }

  /** Without a status, a property is active. */
  deleteStatus(name: Name): Expected {
    const property = this.properties.get(name);
    if (property !== undefined) this.properties.set(name, { ...property, removed: false });
    else if (this.#leftovers.has(name)) this.#leftovers.set(name, false);
    return 'done';
  }

  /** Sets one property of an entity and keeps the others. A strict request is refused instead of warned. */
  add(entity: Entity, name: Name, sent: Values, isStrict = false): Expected {
    const generation = this.#assignable(name, sent);
    const values = this.typed(name, sent);
    if (generation === undefined) return 'refused';
    const verdict = this.#judge(entity, withValues(this.visible(entity), [[name, values]]), isStrict);
    if (verdict === 'refused') return verdict;
    this.#outdateRun(entity);
    this.#put(entity, name, generation, values);
    return verdict;
  }

  /** How a catalog would answer {@link add}, or {@link remove} for no values, if it wrote anything; nothing changes. */
  tries(entity: Entity, name: Name, sent: Values): Expected {
    if (this.#assignable(name, sent) === undefined) return 'refused';
    return this.#judge(entity, withValues(this.visible(entity), [[name, this.typed(name, sent)]]));
  }

  #put(entity: Entity, name: Name, generation: number, values: Values): void {
    // Assigning no values removes the property.
    if (values.length === 0) this.#of(entity).delete(name);
    else this.#of(entity).set(name, { generation, values });
    this.#written.add(JSON.stringify([entity, generation, values]));
  }

  /** Replaces all visible assignments of an entity; those of soft-deleted properties stay. */
  replace(entity: Entity, all: ReadonlyMap<Name, Values>, isStrict = false): Expected {
    for (const [name, values] of all) if (this.#assignable(name, values) === undefined) return 'refused';
    const typed = [...all].map(([name, values]) => [name, this.typed(name, values)] as const);
    const verdict = this.#judge(entity, withValues(new Map(), typed), isStrict);
    if (verdict === 'refused') return verdict;
    this.#outdateRun(entity);
    const kept = [...this.#of(entity)].filter(([name]) => this.properties.get(name)?.removed === true);
    this.#assigned.set(entity, new Map(kept));
    for (const [name, values] of typed) this.#put(entity, name, this.#assignable(name, values) ?? 0, values);
    return verdict;
  }

  /** Replaces all visible assignments in an ingestion run, which can be rolled back. */
  replaceByRun(entity: Entity, all: ReadonlyMap<Name, Values>, id: string): Expected {
    const before = new Map(this.#of(entity));
    const expected = this.replace(entity, all);
    if (expected !== 'refused') this.#runs.set(entity, { id, before, isLatest: true });
    return expected;
  }

  lastRun(entity: Entity): string | undefined {
    return this.#runs.get(entity)?.id;
  }

  /**
   * Restores the values from before the last run, unless there was a later write. Ended generations stay invisible.
   * Refused if that adds or changes a value of a soft-deleted property; rules are judged as for a write.
   */
  rollBackRun(entity: Entity, isStrict = false): Expected {
    let verdict: Expected = 'done';
    const run = this.#runs.get(entity);
    if (run?.isLatest === true) {
      for (const [name, { generation, values }] of run.before) {
        const property = this.properties.get(name);
        if (property?.removed !== true || property.generation !== generation) continue;
        const now = this.#of(entity).get(name);
        const isKept = now?.generation === generation && isDeepStrictEqual(now.values, values);
        if (!isKept) return 'refused';
      }
      verdict = this.#judge(entity, this.#visibleOf(run.before), isStrict);
      if (verdict === 'refused') return verdict;
      this.#assigned.set(entity, new Map(run.before));
    }
    this.#runs.delete(entity);
    return verdict;
  }

  /** Removes the values of properties, including those hidden because they are soft-deleted. */
  remove(entity: Entity, ...names: readonly Name[]): Expected {
    const none = names.map((name) => [name, []] as const);
    const verdict = this.#judge(entity, withValues(this.visible(entity), none));
    if (verdict === 'refused') return verdict;
    this.#outdateRun(entity);
    for (const name of names) this.#of(entity).delete(name);
    return verdict;
  }

  isRemoved(name: Name): boolean {
    return this.properties.get(name)?.removed ?? this.#leftovers.get(name) ?? false;
  }

  exists(name: Name): boolean {
    return this.properties.has(name) || this.#leftovers.has(name);
  }

  /** Assignments of live, not soft-deleted properties. */
  visible(entity: Entity): Map<Name, Values> {
    return this.#visibleOf(this.#of(entity));
  }

  #visibleOf(assigned: ReadonlyMap<Name, Assigned>): Map<Name, Values> {
    const visible = new Map<Name, Values>();
    for (const [name, { generation, values }] of assigned) {
      const property = this.properties.get(name);
      if (property?.generation === generation && !property.removed) visible.set(name, values);
    }
    return visible;
  }

  /** Whether an older version may show these values. */
  mayHaveHeld(entity: Entity, name: Name, values: Values): boolean {
    const property = this.properties.get(name);
    if (property === undefined || property.removed) return false;
    return this.#written.has(JSON.stringify([entity, property.generation, values]));
  }

  /** Values of a property on each entity that has it, hidden ones included. */
  held(name: Name): Values[] {
    const generation = this.properties.get(name)?.generation;
    return ENTITIES.map((entity) => this.#of(entity).get(name))
      .filter((assigned) => assigned !== undefined && assigned.generation === generation)
      .map((assigned) => assigned?.values ?? []);
  }

  /** Number of entities by value; undefined if the facet is refused because the property is soft-deleted. */
  facet(asked: Name): Map<Scalar, number> | undefined {
    const name = this.#resolve(asked);
    if (this.properties.get(name)?.removed === true) return undefined;
    const counts = new Map<Scalar, number>();
    for (const entity of ENTITIES) {
      for (const value of found(this.visible(entity).get(name))) {
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Entities that an EXISTS filter finds; undefined if it is refused because the property is soft-deleted. */
  holders(asked: Name): Entity[] | undefined {
    const name = this.#resolve(asked);
    if (this.properties.get(name)?.removed === true) return undefined;
    return ENTITIES.filter((entity) => found(this.visible(entity).get(name)).size > 0);
  }

  /**
   * A name denotes the property with it in its urn, else as its qualified name, else one that differs only in `.` and
   * `_`.
   */
  #resolve(asked: Name): Name {
    const spelling = (name: Name): string => name.replaceAll('.', '_');
    const named = (isIt: (name: Name) => boolean): Name | undefined =>
      [...this.properties.keys()].find((name) => isIt(this.qualifiedName(name)));
    if (this.properties.has(asked)) return asked;
    return named((name) => name === asked) ?? named((name) => spelling(name) === spelling(asked)) ?? asked;
  }

  #redefine(name: Name, change: Partial<Property>, isBreaking: boolean, hasVersion: boolean): Expected {
    const property = this.properties.get(name);
    if (property === undefined || property.removed || (isBreaking && !hasVersion)) return 'refused';
    if (!fits({ ...property, ...change })) return 'refused';
    const generation = isBreaking ? this.#begin(name) : property.generation;
    this.properties.set(name, { ...property, ...change, generation });
    return 'done';
  }

  /** Whether an entity may have these values from now on. */
  #judge(entity: Entity, after: ReadonlyMap<Name, Values>, isStrict = false): Expected {
    const broken = this.#broken(entity, after);
    const level = LEVELS.findLast((one) => broken.includes(one)) ?? 'REPORT';
    if (level === 'REPORT') return 'done';
    return level === 'ENFORCE' || isStrict ? 'refused' : 'warned';
  }

  /** The rules that these values break: of those that change, and of required ones that are missing. */
  #broken(entity: Entity, after: ReadonlyMap<Name, Values>): readonly Level[] {
    const before = this.visible(entity);
    return [...this.properties].flatMap(([name, { removed, rules }]): readonly Level[] => {
      if (rules === undefined || removed) return [];
      const { levels } = rules;
      const [old, values] = [before.get(name) ?? [], after.get(name) ?? []];
      const doesApply = applies(rules, after);
      if (values.length === 0) return rules.isRequired === true && doesApply ? [levels.isRequired] : [];
      if (isDeepStrictEqual(old, values)) return [];
      const isBroken = values.some((value) => !old.includes(value) && breaks(rules, value));
      return [...(doesApply ? [] : [levels.onlyWith]), ...(isBroken ? [levels.values] : [])];
    });
  }

  #outdateRun(entity: Entity): void {
    const run = this.#runs.get(entity);
    if (run !== undefined) run.isLatest = false;
  }

  #begin(name: Name): number {
    const number = this.generations.length + 1;
    this.generations.push({ name, number });
    return number;
  }

  #assignable(name: Name, values: Values): number | undefined {
    const property = this.properties.get(name);
    if (property === undefined || property.removed) return undefined;
    const { allowed, allowedTypes, type } = property;
    const fits = (value: Scalar): boolean =>
      hasType(value, type) &&
      (allowed.length === 0 || allowed.includes(value)) &&
      (type !== 'urn' || allowedTypes.length === 0 || allowedTypes.some((of) => isOf(value, of)));
    return this.typed(name, values).every(fits) ? property.generation : undefined;
  }

  /** The values as stored: a number property converts numeric strings to numbers. */
  typed(name: Name, values: Values): Values {
    if (this.properties.get(name)?.type !== 'number') return values;
    return values.map((value) => (/^[\d.e]+$/.test(String(value)) ? Number(value) : value));
  }

  #of(entity: Entity): Map<Name, Assigned> {
    const of = this.#assigned.get(entity);
    if (of === undefined) throw new Error(`The model has no entity ${entity}.`);
    return of;
  }
}

/** The values with others of some properties; an empty list removes one. */
function withValues(
  all: ReadonlyMap<Name, Values>,
  others: readonly (readonly [Name, Values])[],
): ReadonlyMap<Name, Values> {
  return new Map(
    [...all, ...others].filter(([name, values]) => {
      const last = others.findLast(([other]) => other === name)?.[1] ?? values;
      return last.length > 0;
    }),
  );
}

/** Whether the rules of a property fit its type and its allowed values. */
function fits({ allowed, rules, type }: Property): boolean {
  if (rules === undefined) return true;
  return (rules.type ?? type) === type && !allowed.some((value) => rules.isBeyond?.(value) === true);
}

function hasType(value: Scalar, type: Type): boolean {
  if (type === 'number') return typeof value === 'number';
  return typeof value === 'string' && (type === 'string' || value.startsWith('urn:li:'));
}

/** Whether a urn names an entity of a type. */
function isOf(value: Scalar, entityType: string): boolean {
  return String(value).startsWith(`urn:li:${entityType}:`);
}

/** Whether the next list lacks elements of the previous one. An empty list is no limit. */
function isNarrower<T>(before: readonly T[], next: readonly T[]): boolean {
  return next.length > 0 && (before.length === 0 || before.some((one) => !next.includes(one)));
}

/** Distinct values that filters and facets find. */
export function found(values: Values | undefined): ReadonlySet<Scalar> {
  return new Set(values ?? []);
}
