import { CatalogError, TooManyRequestsError } from '../../../errors.ts';

/** Share of one actor in the budget. */
const SHARE_OF_ACTOR = 1 / 2;
/** Suggested time until the next attempt, in ms. */
const RETRY_MS = 1_000;

/** What one request takes of the budget. */
export interface BodyShare {
  /**
   * Takes bytes that have arrived, or will. Throws UNAVAILABLE when the bodies of all requests have more bytes than the
   * budget, and TOO_MANY_REQUESTS when those of the actor have more than its share.
   */
  take(bytes: number): void;
  /** Gives all back. */
  release(): void;
}

/** Bytes of the bodies of running requests, which occupy memory until these are answered. */
export class BodyBudget {
  readonly #most: number;
  #taken = 0;
  readonly #byActor = new Map<string, number>();

  /** `most`: maximum bytes of all bodies together. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Begins a request; `actor` undefined: a caller without a token. */
  begin(actor = ''): BodyShare {
    let own = 0;
    return {
      take: (bytes) => {
        const ofActor = this.#byActor.get(actor) ?? 0;
        // A budget that is smaller than one body lets one through.
        if (ofActor > 0 && ofActor + bytes > this.#most * SHARE_OF_ACTOR) throw this.#tooMany(actor);
        if (this.#taken > 0 && this.#taken + bytes > this.#most) throw this.#full();
        own += bytes;
        this.#taken += bytes;
        this.#byActor.set(actor, ofActor + bytes);
      },
      release: () => {
        this.#taken -= own;
        const left = (this.#byActor.get(actor) ?? 0) - own;
        if (left > 0) this.#byActor.set(actor, left);
        else this.#byActor.delete(actor);
        own = 0;
      },
    };
  }

  #full(): CatalogError {
    return new CatalogError(
      'UNAVAILABLE',
      `The bodies of running requests have more than ${this.#most} bytes (option limits.bodiesBytes). Send the request again later.`,
    );
  }

  #tooMany(actor: string): TooManyRequestsError {
    const who = actor === '' ? 'Callers without a token' : actor;
    return new TooManyRequestsError(
      `${who} may have requests with bodies of ${this.#most * SHARE_OF_ACTOR} bytes at the same time (half of limits.bodiesBytes).`,
      RETRY_MS,
    );
  }
}
