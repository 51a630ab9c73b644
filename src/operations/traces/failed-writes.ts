import type { UnmetCondition } from '../../change/unmet-condition.ts';
import type { AspectKey } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';

/** A failed write of an asynchronous request. */
export type FailedWrite = AspectKey & UnmetCondition;

/** Maximum number of stored writes; about 10 MB. */
const MOST_WRITES = 20_000;

interface OfActor {
  count: number;
  /** By trace id, oldest first; then by aspect. */
  readonly traces: Map<string, ReadonlyMap<string, UnmetCondition>>;
}

/**
 * The failed asynchronous writes of this process, for their traces; lost on a restart. Each actor finds only its own.
 * Above 20,000, evicts the oldest request of the actor with the most failures.
 */
export class FailedWrites {
  readonly #most: number;
  readonly #ofActors = new Map<Urn, OfActor>();
  #count = 0;

  constructor(most = MOST_WRITES) {
    this.#most = most;
  }

  /** Stores the failed writes of a request. */
  record(actor: Urn, traceId: string, writes: readonly FailedWrite[]): void {
    const own: OfActor = this.#ofActors.get(actor) ?? { count: 0, traces: new Map() };
    this.#ofActors.set(actor, own);
    const earlier = own.traces.get(traceId);
    const failures = new Map([...(earlier ?? []), ...writes.map((write) => [keyOf(write), write] as const)]);
    own.traces.set(traceId, failures);
    this.#add(own, failures.size - (earlier?.size ?? 0));
    while (this.#count > this.#most) this.#evictOldest();
  }

  /** Why a request of the actor failed to write the aspect; undefined if no failure is stored. */
  find(actor: Urn, traceId: string, key: AspectKey): UnmetCondition | undefined {
    return this.#ofActors.get(actor)?.traces.get(traceId)?.get(keyOf(key));
  }

  #add(own: OfActor, count: number): void {
    own.count += count;
    this.#count += count;
  }

  #evictOldest(): void {
    const [actor, own] = [...this.#ofActors].reduce((most, one) =>
      one[1].count > most[1].count ? one : most,
    );
    const [oldest] = own.traces;
    if (oldest === undefined) return;
    own.traces.delete(oldest[0]);
    this.#add(own, -oldest[1].size);
    if (own.traces.size === 0) this.#ofActors.delete(actor);
  }
}

function keyOf({ urn, aspectName }: AspectKey): string {
  return `${aspectName} ${urn}`;
}
