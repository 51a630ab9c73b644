/** Names of the properties and entities that the random sequences are about: few, so that they meet often. */
export const NAMES = ['a', 'a_b', 'a.b'] as const;
export const ENTITIES = ['one', 'two', 'three'] as const;

export type Name = (typeof NAMES)[number];
export type Entity = (typeof ENTITIES)[number];
export type Scalar = string | number;
export type Values = readonly Scalar[];

interface Property {
  readonly life: number;
  readonly type: 'string' | 'number';
  readonly removed: boolean;
}

interface Assigned {
  readonly life: number;
  readonly values: Values;
}

/** One life of a property, from its creation or breaking to the next breaking or the end. */
interface Life {
  readonly name: Name;
  readonly number: number;
}

/** The last ingestion run that wrote an entity's values. */
interface Run {
  readonly id: string;
  readonly before: ReadonlyMap<Name, Assigned>;
  /** Nobody has written since. */
  isLatest: boolean;
}

/** What is expected of a request: done, or refused. */
export type Expected = 'done' | 'refused';

/** The rules of properties and their values, as simple as they can be stated: no index, no job, no generation log. */
export class CatalogModel {
  readonly properties = new Map<Name, Property>();
  readonly lives: Life[] = [];
  /** Names of which an entity is left though nothing is defined, and whether its status says removed. */
  readonly #leftovers = new Map<Name, boolean>();
  readonly #assigned = new Map<Entity, Map<Name, Assigned>>(ENTITIES.map((entity) => [entity, new Map()]));
  readonly #runs = new Map<Entity, Run>();
  /** Every value that was ever written, as entity, life and values. */
  readonly #written = new Set<string>();

  create(name: Name): Expected {
    if (this.properties.has(name) || this.#leftovers.get(name) === true) return 'refused';
    this.#leftovers.delete(name);
    this.properties.set(name, { life: this.#begin(name), type: 'string', removed: false });
    return 'done';
  }

  /** Changes the value type, which breaks the values there are. */
  break(name: Name): Expected {
    const property = this.properties.get(name);
    if (property === undefined || property.removed) return 'refused';
    const type = property.type === 'string' ? 'number' : 'string';
    this.properties.set(name, { life: this.#begin(name), type, removed: false });
    return 'done';
  }

  /** Changes what breaks nothing. */
  describe(name: Name): Expected {
    return this.properties.get(name)?.removed === false ? 'done' : 'refused';
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

  /** Deletes the definition and leaves the entity. */
  deleteDefinition(name: Name): Expected {
    if (this.properties.delete(name)) this.#leftovers.set(name, false);
    return 'done';
  }

  /** Sets one property and leaves the others. */
  add(entity: Entity, name: Name, values: Values): Expected {
    const life = this.#assignable(name, values);
    if (life === undefined) return 'refused';
    this.#outdateRun(entity);
    this.#of(entity).set(name, { life, values });
    this.#written.add(JSON.stringify([entity, life, values]));
    return 'done';
  }

  /** Sets all properties that the writer sees. */
  replace(entity: Entity, all: ReadonlyMap<Name, Values>): Expected {
    for (const [name, values] of all) if (this.#assignable(name, values) === undefined) return 'refused';
    this.#outdateRun(entity);
    const kept = [...this.#of(entity)].filter(([name]) => this.properties.get(name)?.removed === true);
    this.#assigned.set(entity, new Map(kept));
    for (const [name, values] of all) this.add(entity, name, values);
    return 'done';
  }

  /** Sets all properties as an ingestion run does, which can be rolled back. */
  replaceByRun(entity: Entity, all: ReadonlyMap<Name, Values>, id: string): Expected {
    const before = new Map(this.#of(entity));
    const expected = this.replace(entity, all);
    if (expected === 'done') this.#runs.set(entity, { id, before, isLatest: true });
    return expected;
  }

  lastRun(entity: Entity): string | undefined {
    return this.#runs.get(entity)?.id;
  }

  /** What the run found is there again, but for what has ended since; a later write stays. */
  rollBackRun(entity: Entity): void {
    const run = this.#runs.get(entity);
    if (run?.isLatest === true) this.#assigned.set(entity, new Map(run.before));
    this.#runs.delete(entity);
  }

  remove(entity: Entity, name: Name): Expected {
    this.#outdateRun(entity);
    if (this.properties.get(name)?.removed !== true) this.#of(entity).delete(name);
    return 'done';
  }

  isRemoved(name: Name): boolean {
    return this.properties.get(name)?.removed ?? this.#leftovers.get(name) ?? false;
  }

  exists(name: Name): boolean {
    return this.properties.has(name) || this.#leftovers.has(name);
  }

  /** Values that readers see. */
  visible(entity: Entity): Map<Name, Values> {
    const visible = new Map<Name, Values>();
    for (const [name, { life, values }] of this.#of(entity)) {
      const property = this.properties.get(name);
      if (property?.life === life && !property.removed) visible.set(name, values);
    }
    return visible;
  }

  /** Whether a version of the past may be shown to have held these values. */
  mayHaveHeld(entity: Entity, name: Name, values: Values): boolean {
    const property = this.properties.get(name);
    if (property === undefined || property.removed) return false;
    return this.#written.has(JSON.stringify([entity, property.life, values]));
  }

  /** The values of a property on each entity that holds it, whether or not they are hidden. */
  held(name: Name): Values[] {
    const life = this.properties.get(name)?.life;
    return ENTITIES.map((entity) => this.#of(entity).get(name))
      .filter((assigned) => assigned !== undefined && assigned.life === life)
      .map((assigned) => assigned?.values ?? []);
  }

  /** Number of entities by value; undefined when the facet is denied. */
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

  /** Entities that a filter on the property finds; undefined when it is denied. */
  holders(asked: Name): Entity[] | undefined {
    const name = this.#resolve(asked);
    if (this.properties.get(name)?.removed === true) return undefined;
    return ENTITIES.filter((entity) => found(this.visible(entity).get(name)).size > 0);
  }

  /** A name that is not defined stands for one that differs in `.` and `_` only. */
  #resolve(asked: Name): Name {
    const spelling = (name: Name): string => name.replaceAll('.', '_');
    const similar = NAMES.find((name) => this.properties.has(name) && spelling(name) === spelling(asked));
    return this.properties.has(asked) ? asked : (similar ?? asked);
  }

  #outdateRun(entity: Entity): void {
    const run = this.#runs.get(entity);
    if (run !== undefined) run.isLatest = false;
  }

  #begin(name: Name): number {
    const number = this.lives.length + 1;
    this.lives.push({ name, number });
    return number;
  }

  #assignable(name: Name, values: Values): number | undefined {
    const property = this.properties.get(name);
    if (property === undefined || property.removed) return undefined;
    return values.every((value) => typeof value === property.type) ? property.life : undefined;
  }

  #of(entity: Entity): Map<Name, Assigned> {
    const of = this.#assigned.get(entity);
    if (of === undefined) throw new Error(`The model has no entity ${entity}.`);
    return of;
  }
}

/** The values that a filter can find: an empty text is none. */
export function found(values: Values | undefined): ReadonlySet<Scalar> {
  return new Set((values ?? []).filter((value) => value !== ''));
}
