import type { LineageDirection } from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import type { LineageNeighbours, LineageStep } from './lineage-neighbours.ts';

export interface WalkInput {
  readonly start: Urn;
  readonly direction: LineageDirection;
  readonly maxHops: number;
  /** Whether entities beyond the last hop are not requested; `maxHops` then does not make the outcome partial. */
  readonly endsThere: boolean;
  /** Maximum number of entities to reach. */
  readonly maxEntities: number;
  /** Maximum number of steps to take, except that a slice of neighbours is not split. */
  readonly maxSteps: number;
  /** Maximum number of entities per hop to continue from; absent: all. */
  readonly exploredPerHop?: number;
  /** Entities that do not count as a hop. */
  readonly isIgnoredAsHop?: (urn: Urn) => boolean;
  /** Creators of links that are only part of paths, not reached themselves. */
  readonly isPassing?: (via: Urn) => boolean;
  /** Those of the reached entities that the walk may continue from; absent: all. */
  readonly continuable?: ((urns: readonly Urn[]) => Promise<ReadonlySet<Urn>>) | undefined;
}

/** An entity that a walk reached. */
export interface Reached {
  readonly urn: Urn;
  /** Hops of the shortest path. */
  readonly degree: number;
  /** All numbers of hops at which it was reached, ascending. */
  readonly degrees: readonly number[];
  /** Steps that lead to it, up to 1,000; the first one is on a shortest path. */
  readonly steps: readonly LineageStep[];
  /** Whether the walk continued from it. */
  readonly isExplored: boolean;
  /** Whether the walk did not continue from it because of `exploredPerHop`. */
  readonly isCut: boolean;
  readonly isIgnoredAsHop: boolean;
}

/** Result of a walk; `reached` is in the order of the walk, so sorted by degree. */
export interface WalkOutcome {
  readonly reached: ReadonlyMap<Urn, Reached>;
  /** Whether a limit was hit, so that entities are missing. */
  readonly isPartial: boolean;
}

/** Maximum number of steps kept per entity: enough for all paths that are shown. */
const MAX_STEPS = 1_000;

/**
 * Walks lineage breadth first. Each entity is explored at most once, so cycles end; the start is not in the result.
 * Yields to the event loop after each slice of neighbours.
 */
export async function walkLineage(
  input: WalkInput,
  neighbours: LineageNeighbours,
  scope: Scope,
): Promise<WalkOutcome> {
  const walk = new Walk(input, neighbours, scope);
  return walk.run();
}

interface Meeting {
  readonly urn: Urn;
  readonly degree: number;
  readonly degrees: number[];
  readonly steps: LineageStep[];
  isExplored: boolean;
  isCut: boolean;
  readonly isIgnoredAsHop: boolean;
}

class Walk {
  readonly #input: WalkInput;
  readonly #neighbours: LineageNeighbours;
  readonly #scope: Scope;
  readonly #reached = new Map<Urn, Meeting>();
  /** Entities from which the walk reached jobs that create links, by job. */
  readonly #passed = new Map<Urn, Set<Urn>>();
  #isPartial = false;
  /** Steps seen so far. */
  #walked = 0;
  /** Set when there are more entities than `maxEntities`, or more steps than `maxSteps`. */
  #hasMore = false;

  constructor(input: WalkInput, neighbours: LineageNeighbours, scope: Scope) {
    this.#input = input;
    this.#neighbours = neighbours;
    this.#scope = scope;
  }

  async run(): Promise<WalkOutcome> {
    const { start, maxHops } = this.#input;
    let frontier: readonly Urn[] = [start];
    for (let hop = 1; hop <= maxHops && frontier.length > 0; hop++) {
      frontier = await this.#hop(this.#explorable(frontier), hop);
    }
    if (this.#isFull() || (await this.#continues(frontier))) this.#isPartial = true;
    return { reached: this.#reached, isPartial: this.#isPartial };
  }

  /** Explores one hop from all of these; continues in the same hop from entities that do not count as a hop. */
  async #hop(frontier: readonly Urn[], hop: number): Promise<readonly Urn[]> {
    const next: Urn[] = [];
    let from = frontier;
    while (from.length > 0) {
      const met = await this.#continuable(await this.#meetNeighbours(from, hop));
      from = met.filter(({ isIgnoredAsHop }) => isIgnoredAsHop).map(({ urn }) => urn);
      for (const { urn, isIgnoredAsHop } of met) if (!isIgnoredAsHop) next.push(urn);
    }
    return next;
  }

  async #continuable(met: readonly Meeting[]): Promise<readonly Meeting[]> {
    const among = await this.#input.continuable?.(met.map(({ urn }) => urn));
    return among === undefined ? met : met.filter(({ urn }) => among.has(urn));
  }

  /** Neighbours that are reached for the first time. */
  async #meetNeighbours(from: readonly Urn[], hop: number): Promise<readonly Meeting[]> {
    const met: Meeting[] = [];
    for (const urn of from) this.#explore(urn);
    for await (const steps of this.#neighbours(from, this.#input.direction, this.#scope)) {
      for (const step of steps) {
        const meeting = this.#meet(step, hop);
        if (meeting !== undefined) met.push(meeting);
      }
      this.#walked += steps.length;
      if (this.#walked > this.#input.maxSteps) this.#hasMore = true;
      if (this.#isFull()) return [];
      await nextTurnOfRead();
    }
    return met;
  }

  #explore(urn: Urn): void {
    const meeting = this.#reached.get(urn);
    if (meeting !== undefined) meeting.isExplored = true;
  }

  /** Records a step; returns the entity it leads to, if that is reached for the first time. */
  #meet(step: LineageStep, hop: number): Meeting | undefined {
    if (step.to === this.#input.start || step.to === step.from) return undefined;
    if (step.via !== undefined) this.#passVia(step, step.via, hop);
    return this.#arrive(step, hop);
  }

  /** Reaches the job that creates a link, but does not explore it: its own links are not those of the columns. */
  #passVia({ via: _via, ...step }: LineageStep, via: Urn, hop: number): void {
    if (this.#input.isPassing?.(via) ?? false) return;
    const passed = this.#passed.get(via) ?? new Set<Urn>();
    if (passed.has(step.from)) return;
    this.#passed.set(via, passed.add(step.from));
    this.#arrive({ ...step, to: via }, hop);
  }

  #arrive(step: LineageStep, hop: number): Meeting | undefined {
    const known = this.#reached.get(step.to);
    if (known !== undefined) {
      if (!known.degrees.includes(hop)) known.degrees.push(hop);
      if (known.steps.length < MAX_STEPS) known.steps.push(step);
      return undefined;
    }
    if (this.#reached.size >= this.#input.maxEntities) {
      this.#hasMore = true;
      return undefined;
    }
    const meeting: Meeting = {
      urn: step.to,
      degree: hop,
      degrees: [hop],
      steps: [step],
      isExplored: false,
      isCut: false,
      isIgnoredAsHop: this.#input.isIgnoredAsHop?.(step.to) ?? false,
    };
    this.#reached.set(step.to, meeting);
    return meeting;
  }

  #isFull(): boolean {
    return this.#hasMore;
  }

  #explorable(frontier: readonly Urn[]): readonly Urn[] {
    const { exploredPerHop } = this.#input;
    if (exploredPerHop === undefined || frontier.length <= exploredPerHop) return frontier;
    this.#isPartial = true;
    for (const urn of frontier.slice(exploredPerHop)) {
      const meeting = this.#reached.get(urn);
      if (meeting !== undefined) meeting.isCut = true;
    }
    return frontier.slice(0, exploredPerHop);
  }

  /** Whether there are entities beyond the last hop. */
  async #continues(frontier: readonly Urn[]): Promise<boolean> {
    if (frontier.length === 0 || this.#input.endsThere) return false;
    for await (const steps of this.#neighbours(frontier, this.#input.direction, this.#scope)) {
      if (steps.some(({ to }) => to !== this.#input.start && !this.#reached.has(to))) return true;
      await nextTurnOfRead();
    }
    return false;
  }
}
