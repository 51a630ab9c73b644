import type { LineageDirection } from '../model/lineage.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import { nextTurn } from '../util/next-turn.ts';
import type { LineageNeighbours, LineageStep } from './lineage-neighbours.ts';

/** How far a walk goes. */
export interface WalkInput {
  readonly start: Urn;
  readonly direction: LineageDirection;
  readonly maxHops: number;
  /** Nobody wants what lies beyond the last hop: leaving it out makes nothing partial. */
  readonly endsThere: boolean;
  /** Entities after which the walk stops. */
  readonly maxEntities: number;
  /** Entities of one hop from which it goes on; all if left out. */
  readonly exploredPerHop?: number;
  /** Entities that are passed without counting as a hop. */
  readonly isIgnoredAsHop?: (urn: Urn) => boolean;
}

/** An entity that lineage leads to. */
export interface Reached {
  readonly urn: Urn;
  /** Hops of the shortest way. */
  readonly degree: number;
  /** Numbers of hops at which it was met, the smallest first. */
  readonly degrees: readonly number[];
  /** Every step met that leads to it. */
  readonly steps: readonly LineageStep[];
  /** Whether the walk went on from it. */
  readonly isExplored: boolean;
  /** Whether it was left out because too many were met at the same hop. */
  readonly isCut: boolean;
  readonly isIgnoredAsHop: boolean;
}

/** What a walk found; `reached` by degree, in the order in which it was met. */
export interface WalkOutcome {
  readonly reached: ReadonlyMap<Urn, Reached>;
  /** There is more than was walked: a limit was met. */
  readonly isPartial: boolean;
}

/** Most steps that are remembered of one entity: enough for every way that is shown. */
const MAX_STEPS = 1_000;

/**
 * Walks lineage breadth first. Each entity is met once, so that cycles end; the start is not among the results. Between
 * slices of neighbours everybody else has a turn.
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
  #isPartial = false;
  /** One more entity was met than is wanted. */
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
    if (this.#isFull() || (await this.#goesOn(frontier))) this.#isPartial = true;
    return { reached: this.#reached, isPartial: this.#isPartial };
  }

  /** Goes one hop from all of these, and on at once from what does not count as a hop. */
  async #hop(frontier: readonly Urn[], hop: number): Promise<readonly Urn[]> {
    const next: Urn[] = [];
    let from = frontier;
    while (from.length > 0) {
      const met = await this.#meetNeighbours(from, hop);
      from = met.filter(({ isIgnoredAsHop }) => isIgnoredAsHop).map(({ urn }) => urn);
      for (const { urn, isIgnoredAsHop } of met) if (!isIgnoredAsHop) next.push(urn);
    }
    return next;
  }

  /** The neighbours of these that are met for the first time. */
  async #meetNeighbours(from: readonly Urn[], hop: number): Promise<readonly Meeting[]> {
    const met: Meeting[] = [];
    for (const urn of from) this.#explore(urn);
    for await (const steps of this.#neighbours(from, this.#input.direction, this.#scope)) {
      for (const step of steps) {
        const meeting = this.#meet(step, hop);
        if (meeting !== undefined) met.push(meeting);
      }
      if (this.#isFull()) return [];
      await nextTurn();
    }
    return met;
  }

  #explore(urn: Urn): void {
    const meeting = this.#reached.get(urn);
    if (meeting !== undefined) meeting.isExplored = true;
  }

  /** The entity that a step leads to if it is met for the first time. */
  #meet(step: LineageStep, hop: number): Meeting | undefined {
    const { start, isIgnoredAsHop } = this.#input;
    if (step.to === start || step.to === step.from) return undefined;
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
      isIgnoredAsHop: isIgnoredAsHop?.(step.to) ?? false,
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

  /** Whether anything lies beyond the last hop. */
  async #goesOn(frontier: readonly Urn[]): Promise<boolean> {
    if (frontier.length === 0 || this.#input.endsThere) return false;
    for await (const steps of this.#neighbours(frontier, this.#input.direction, this.#scope)) {
      if (steps.some(({ to }) => to !== this.#input.start && !this.#reached.has(to))) return true;
      await nextTurn();
    }
    return false;
  }
}
