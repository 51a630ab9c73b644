import type { EntityAspects } from '../../../model/aspect.ts';
import type { Urn } from '../../../model/urn.ts';
import { findExisting } from '../../../operations/entities/find-existing.ts';
import { findShown } from '../../../operations/entities/find-shown.ts';
import { getEntities, type EntitySelection } from '../../../operations/entities/get-entities.ts';
import {
  getEffectiveProperties,
  type EffectiveProperties,
} from '../../../operations/structured-properties/get-effective-properties.ts';
import { ReadSize } from '../../../operations/read-limit.ts';
import type { Requester } from '../../../operations/requester.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import type { JsonObject } from '../../../util/json.ts';

/** A value that is loaded already, or a promise of it. */
export type Eventual<T> = T | Promise<T>;

/** Reads aspects of entities; entities that do not exist are not in the map. */
export type ReadEntities = (selection: EntitySelection) => Promise<ReadonlyMap<Urn, EntityAspects>>;

function allTrue(urns: ReadonlySet<Urn>): ReadonlyMap<Urn, boolean> {
  return new Map(Array.from(urns, (urn) => [urn, true]));
}

type LoadedAspects = Map<string, JsonObject | undefined>;

/** A batched and cached lookup by urn, with an answer for each urn. */
class Lookup<T> {
  readonly #find: (urns: readonly Urn[]) => Promise<ReadonlyMap<Urn, T>>;
  readonly #otherwise: T;
  #answers = new Map<Urn, T>();
  #wanted = new Set<Urn>();

  /** `otherwise`: the answer for urns that are not found. */
  constructor(find: (urns: readonly Urn[]) => Promise<ReadonlyMap<Urn, T>>, otherwise: T) {
    this.#find = find;
    this.#otherwise = otherwise;
  }

  /** The cached answer; if there is none, undefined, and the next `fetch` looks it up. */
  want(urn: Urn): T | undefined {
    const answer = this.#answers.get(urn);
    if (answer === undefined) this.#wanted.add(urn);
    return answer;
  }

  known(urn: Urn): T {
    return this.#answers.get(urn) ?? this.#otherwise;
  }

  clear(): void {
    this.#answers = new Map();
  }

  async fetch(): Promise<void> {
    if (this.#wanted.size === 0) return;
    const into = this.#answers;
    const urns = [...this.#wanted];
    this.#wanted = new Set();
    const found = await this.#find(urns);
    for (const urn of urns) into.set(urn, found.get(urn) ?? this.#otherwise);
  }
}

/**
 * Batches and caches the reads of one request: fields of the same level share one call, and each aspect is read once.
 * Call `clear` after a write, so that the request reads its own writes.
 */
export class EntityLoader {
  readonly #read: ReadEntities;
  #aspects = new Map<Urn, LoadedAspects>();
  readonly #existence: Lookup<boolean>;
  readonly #shown: Lookup<boolean>;
  readonly #effective: Lookup<EffectiveProperties>;
  #wanted = new Map<Urn, Set<string>>();
  #wantedWhole = new Set<Urn>();
  #whole = new Map<Urn, EntityAspects | undefined>();
  #round: Promise<void> | undefined;
  readonly #readSize: number;
  #size: ReadSize;

  /**
   * `readSize`: maximum characters of all values of the request; beyond it loading throws TOO_LARGE. `read`: how to read
   * aspects, default the latest.
   */
  constructor(
    run: Requester['run'],
    readSize: number,
    read: ReadEntities = (selection) => run(getEntities, selection),
  ) {
    this.#read = read;
    this.#readSize = readSize;
    this.#size = new ReadSize(readSize);
    this.#existence = new Lookup(async (urns) => allTrue(await run(findExisting, { urns })), false);
    this.#shown = new Lookup(async (urns) => allTrue(await run(findShown, { urns })), false);
    this.#effective = new Lookup((urns) => run(getEffectiveProperties, { urns }), new Map());
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

  /** Preloads aspects of several entities in one call, so that `aspect` returns them synchronously. */
  load(urns: ReadonlySet<Urn>, aspectNames: ReadonlySet<string>): Promise<void> {
    return this.#fetchAspects(new Map(Array.from(urns, (urn) => [urn, aspectNames])));
  }

  exists(urn: Urn): Eventual<boolean> {
    return this.#existence.want(urn) ?? this.#nextRound().then(() => this.#existence.known(urn));
  }

  /** Whether a reference may lead the caller to the entity (`findShown`). */
  isShown(urn: Urn): Eventual<boolean> {
    return this.#shown.want(urn) ?? this.#nextRound().then(() => this.#shown.known(urn));
  }

  /** The values in effect on an entity now, by property. */
  effective(urn: Urn): Eventual<EffectiveProperties> {
    return this.#effective.want(urn) ?? this.#nextRound().then(() => this.#effective.known(urn));
  }

  /** All aspects of the entity; undefined when it does not exist. */
  entity(urn: Urn): Eventual<EntityAspects | undefined> {
    if (this.#whole.has(urn)) return this.#whole.get(urn);
    this.#wantedWhole.add(urn);
    return this.#nextRound().then(() => this.#whole.get(urn));
  }

  /** Clears the cache; call it after a write. */
  clear(): void {
    this.#aspects = new Map();
    this.#size = new ReadSize(this.#readSize);
    this.#existence.clear();
    this.#shown.clear();
    this.#effective.clear();
    this.#whole = new Map();
  }

  #nextRound(): Promise<void> {
    // All fields of a level are resolved before pending promises settle further; the tick after that is the first
    // moment at which every field has requested its data.
    this.#round ??= new Promise<void>(
      (resolve) => void Promise.resolve().then(() => process.nextTick(resolve)),
    ).then(() => this.#fetch());
    return this.#round;
  }

  async #fetch(): Promise<void> {
    const wanted = this.#wanted;
    const wantedWhole = this.#wantedWhole;
    this.#wanted = new Map();
    this.#wantedWhole = new Set();
    this.#round = undefined;
    await Promise.all([
      this.#fetchAspects(wanted),
      this.#existence.fetch(),
      this.#shown.fetch(),
      this.#effective.fetch(),
      this.#fetchWhole(wantedWhole),
    ]);
  }

  async #fetchAspects(wanted: ReadonlyMap<Urn, ReadonlySet<string>>): Promise<void> {
    if (wanted.size === 0) return;
    const names = new Set<string>();
    for (const aspectNames of wanted.values()) for (const name of aspectNames) names.add(name);
    const into = this.#aspects;
    const entities = await this.#read({ urns: [...wanted.keys()], aspectNames: [...names] });
    for (const [urn, asked] of wanted) {
      const found = entities.get(urn);
      for (const { text } of found?.values() ?? []) this.#size.addOrThrow(text);
      // Values are parsed on first access.
      if (isTurnOver()) await nextTurn();
      const loaded = into.get(urn) ?? new Map<string, JsonObject | undefined>();
      into.set(urn, loaded);
      for (const name of asked) loaded.set(name, found?.get(name)?.value);
    }
  }

  async #fetchWhole(urns: ReadonlySet<Urn>): Promise<void> {
    if (urns.size === 0) return;
    const into = this.#whole;
    const entities = await this.#read({ urns: [...urns] });
    for (const urn of urns) {
      const found = entities.get(urn);
      for (const { text } of found?.values() ?? []) this.#size.addOrThrow(text);
      into.set(urn, found);
    }
  }
}
