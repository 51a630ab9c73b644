import type { Catalog } from '../../auth/catalog.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';

/** A value that is known already, or will be. */
export type Eventual<T> = T | Promise<T>;

type LoadedAspects = Map<string, JsonObject | undefined>;

/**
 * Reads for one request: whatever the fields of one level ask for is fetched in one call, and nothing is fetched
 * twice. After a write it must be told to forget, so that the request reads what it wrote.
 */
export class EntityLoader {
  readonly #catalog: Pick<Catalog, 'getEntities' | 'existing'>;
  #aspects = new Map<Urn, LoadedAspects>();
  #existence = new Map<Urn, boolean>();
  #wanted = new Map<Urn, Set<string>>();
  #questioned = new Set<Urn>();
  #wantedWhole = new Set<Urn>();
  #whole = new Map<Urn, EntityAspects | undefined>();
  #round: Promise<void> | undefined;

  constructor(catalog: Pick<Catalog, 'getEntities' | 'existing'>) {
    this.#catalog = catalog;
  }

  /** Latest value of an aspect; undefined when the entity has none. */
  aspect(urn: Urn, aspectName: string): Eventual<JsonObject | undefined> {
    const loaded = this.#aspects.get(urn);
    if (loaded?.has(aspectName) === true) return loaded.get(aspectName);
    const wanted = this.#wanted.get(urn);
    if (wanted === undefined) this.#wanted.set(urn, new Set([aspectName]));
    else wanted.add(aspectName);
    return this.#nextRound().then(() => this.#aspects.get(urn)?.get(aspectName));
  }

  /** Reads aspects of several entities now, so that asking for them later need not wait. */
  load(urns: ReadonlySet<Urn>, aspectNames: ReadonlySet<string>): Promise<void> {
    return this.#fetchAspects(new Map(Array.from(urns, (urn) => [urn, aspectNames])));
  }

  /** Whether the entity exists. */
  exists(urn: Urn): Eventual<boolean> {
    const known = this.#existence.get(urn);
    if (known !== undefined) return known;
    this.#questioned.add(urn);
    return this.#nextRound().then(() => this.#existence.get(urn) === true);
  }

  /** All aspects of the entity; undefined when it does not exist. */
  entity(urn: Urn): Eventual<EntityAspects | undefined> {
    if (this.#whole.has(urn)) return this.#whole.get(urn);
    this.#wantedWhole.add(urn);
    return this.#nextRound().then(() => this.#whole.get(urn));
  }

  /** Drops what was read: something has been written. */
  forget(): void {
    this.#aspects = new Map();
    this.#existence = new Map();
    this.#whole = new Map();
  }

  #nextRound(): Promise<void> {
    // All fields of a level are resolved before pending promises settle further; the tick after that is the first
    // moment at which every field has asked.
    this.#round ??= new Promise<void>(
      (resolve) => void Promise.resolve().then(() => process.nextTick(resolve)),
    ).then(() => this.#fetch());
    return this.#round;
  }

  async #fetch(): Promise<void> {
    const wanted = this.#wanted;
    const questioned = this.#questioned;
    const wantedWhole = this.#wantedWhole;
    this.#wanted = new Map();
    this.#questioned = new Set();
    this.#wantedWhole = new Set();
    this.#round = undefined;
    await Promise.all([
      this.#fetchAspects(wanted),
      this.#fetchExistence(questioned),
      this.#fetchWhole(wantedWhole),
    ]);
  }

  async #fetchAspects(wanted: ReadonlyMap<Urn, ReadonlySet<string>>): Promise<void> {
    if (wanted.size === 0) return;
    const names = new Set<string>();
    for (const aspectNames of wanted.values()) for (const name of aspectNames) names.add(name);
    const into = this.#aspects;
    const entities = await this.#catalog.getEntities([...wanted.keys()], [...names]);
    for (const [urn, asked] of wanted) {
      const found = entities.get(urn);
      const loaded = into.get(urn) ?? new Map<string, JsonObject | undefined>();
      into.set(urn, loaded);
      for (const name of asked) loaded.set(name, found?.get(name)?.value);
    }
  }

  async #fetchExistence(questioned: ReadonlySet<Urn>): Promise<void> {
    if (questioned.size === 0) return;
    const into = this.#existence;
    const existing = await this.#catalog.existing([...questioned]);
    for (const urn of questioned) into.set(urn, existing.has(urn));
  }
  async #fetchWhole(urns: ReadonlySet<Urn>): Promise<void> {
    if (urns.size === 0) return;
    const into = this.#whole;
    const entities = await this.#catalog.getEntities([...urns]);
    for (const urn of urns) into.set(urn, entities.get(urn));
  }
}
