/** Names of the properties and entities that the random sequences are about: few, so that they meet often. */
export const NAMES = ['sm.a', 'sm.a_b', 'sm.a.b'] as const;
export const ENTITIES = ['one', 'two', 'three'] as const;

export type Name = (typeof NAMES)[number];
export type Entity = (typeof ENTITIES)[number];
export type Scalar = string | number;

interface Property {
  readonly life: number;
  readonly type: 'string' | 'number';
  readonly removed: boolean;
}

interface Assigned {
  readonly life: number;
  readonly values: readonly Scalar[];
}

/** What is expected of a request: done, or refused. */
export type Expected = 'done' | 'refused';

/** The rules of properties and their values, as simple as they can be stated: no index, no job, no generation log. */
export class CatalogModel {
  readonly properties = new Map<Name, Property>();
  /** Names whose status says removed though nothing is defined. */
  readonly #removedNames = new Set<Name>();
  readonly #assigned = new Map<Entity, Map<Name, Assigned>>(ENTITIES.map((entity) => [entity, new Map()]));
  #lives = 0;

  create(name: Name): Expected {
    if (this.properties.has(name) || this.#removedNames.has(name)) return 'refused';
    this.properties.set(name, { life: ++this.#lives, type: 'string', removed: false });
    return 'done';
  }

  /** Changes the value type, which breaks the values there are. */
  break(name: Name): Expected {
    const property = this.properties.get(name);
    if (property === undefined || property.removed) return 'refused';
    const type = property.type === 'string' ? 'number' : 'string';
    this.properties.set(name, { life: ++this.#lives, type, removed: false });
    return 'done';
  }

  setRemoved(name: Name, removed: boolean): Expected {
    const property = this.properties.get(name);
    if (property === undefined && !removed) return 'refused';
    if (property === undefined) this.#removedNames.add(name);
    else this.properties.set(name, { ...property, removed });
    return 'done';
  }

  hardDelete(name: Name): Expected {
    this.properties.delete(name);
    this.#removedNames.delete(name);
    return 'done';
  }

  /** Sets one property and leaves the others. */
  add(entity: Entity, name: Name, values: readonly Scalar[]): Expected {
    const life = this.#assignable(name, values);
    if (life === undefined) return 'refused';
    this.#of(entity).set(name, { life, values });
    return 'done';
  }

  /** Sets all properties that the writer sees. */
  replace(entity: Entity, all: ReadonlyMap<Name, readonly Scalar[]>): Expected {
    for (const [name, values] of all) if (this.#assignable(name, values) === undefined) return 'refused';
    const kept = [...this.#of(entity)].filter(([name]) => this.properties.get(name)?.removed === true);
    this.#assigned.set(entity, new Map(kept));
    for (const [name, values] of all) this.add(entity, name, values);
    return 'done';
  }

  remove(entity: Entity, name: Name): Expected {
    if (this.properties.get(name)?.removed !== true) this.#of(entity).delete(name);
    return 'done';
  }

  /** Values that readers see. */
  visible(entity: Entity): Map<Name, readonly Scalar[]> {
    const visible = new Map<Name, readonly Scalar[]>();
    for (const [name, { life, values }] of this.#of(entity)) {
      const property = this.properties.get(name);
      if (property?.life === life && !property.removed) visible.set(name, values);
    }
    return visible;
  }

  /** Number of entities by value; undefined when the facet is denied. */
  facet(asked: Name): Map<Scalar, number> | undefined {
    const name = this.#resolve(asked);
    if (this.properties.get(name)?.removed === true) return undefined;
    const counts = new Map<Scalar, number>();
    for (const entity of ENTITIES) {
      for (const value of new Set(this.visible(entity).get(name) ?? [])) {
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** A name that is not defined stands for one that differs in `.` and `_` only. */
  #resolve(asked: Name): Name {
    const spelling = (name: Name): string => name.replaceAll('.', '_');
    const similar = NAMES.find((name) => this.properties.has(name) && spelling(name) === spelling(asked));
    return this.properties.has(asked) ? asked : (similar ?? asked);
  }

  #assignable(name: Name, values: readonly Scalar[]): number | undefined {
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
