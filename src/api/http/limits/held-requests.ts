import type { ServerResponse } from 'node:http';
import { TooManyRequestsError } from '../../../errors.ts';
import type { Urn } from '../../../model/urn.ts';

/** Suggested time until the next attempt, in ms. */
const RETRY_MS = 5_000;

/** A request whose response is held until an event occurs. */
export interface HeldRequest extends Disposable {
  /** Aborted when the client disconnects, and when the server stops. */
  readonly signal: AbortSignal;
}

/** Requests that wait for events (long polls and streams), limited per actor, and released when the server stops. */
export class HeldRequests {
  readonly #most: number;
  readonly #byActor = new Map<Urn, number>();
  readonly #held = new Set<AbortController>();
  readonly #stop = new AbortController();

  /** `most`: maximum held requests of one actor. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Aborted when all are released. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Number of held requests. */
  get count(): number {
    return this.#held.size;
  }

  /** Holds a request until it is disposed of. Throws TOO_MANY_REQUESTS beyond the limit of the actor. */
  hold(actor: Urn, response: ServerResponse): HeldRequest {
    const own = this.#byActor.get(actor) ?? 0;
    if (own >= this.#most) {
      throw new TooManyRequestsError(
        `${actor} may hold ${this.#most} requests that wait for changes (option limits.heldRequests). End some of them.`,
        RETRY_MS,
      );
    }
    const ending = new AbortController();
    const end = (): void => ending.abort();
    response.once('close', end);
    if (this.stopped.aborted || response.closed) end();
    this.#held.add(ending);
    this.#byActor.set(actor, own + 1);
    return {
      signal: ending.signal,
      [Symbol.dispose]: () => {
        response.off('close', end);
        if (!this.#held.delete(ending)) return;
        const left = (this.#byActor.get(actor) ?? 1) - 1;
        if (left > 0) this.#byActor.set(actor, left);
        else this.#byActor.delete(actor);
      },
    };
  }

  /** Releases all requests; later ones are released immediately. */
  stop(): void {
    this.#stop.abort();
    for (const ending of this.#held) ending.abort();
  }
}
