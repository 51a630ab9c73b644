import { CatalogError, TooManyRequestsError } from '../../../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Budget of the long answers of all requests. */
    answers: ByteBudget;
  }
}

/** Share of one actor in the budget. */
const SHARE_OF_ACTOR = 1 / 2;
/** Suggested time until the next attempt, in ms. */
const RETRY_MS = 1_000;

/** What one request takes of the budget. */
export interface ByteShare {
  /**
   * Takes bytes that are about to occupy memory. Throws UNAVAILABLE when all requests together have more than the budget,
   * TOO_MANY_REQUESTS when those of the actor have more than its share, and TOO_LARGE when this request alone has.
   */
  take(bytes: number): void;
  /** Takes what is missing to this number of bytes. */
  hold(bytes: number): void;
  /** Gives all back. */
  release(): void;
}

/** A response, which closes when it is sent or its client leaves. */
interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

/** What the bytes are of, for messages. */
export interface Budgeted {
  /** Plural: `bodies`. */
  readonly what: string;
  /** Name of the option that sets the budget. */
  readonly option: string;
  /** What to do about a single request that exceeds the share of an actor, a sentence. Absent: it is let through. */
  readonly remedy?: string;
}

/** Bytes of the bodies of running requests, which occupy memory until these are answered. */
export const BODIES: Budgeted = { what: 'bodies', option: 'limits.bodiesBytes' };

/** Bytes of long answers, which occupy memory until they are sent. */
export const ANSWERS: Budgeted = {
  what: 'answers',
  option: 'limits.answersBytes',
  remedy: 'Select fewer fields or request a smaller page.',
};

/** Bytes that running requests occupy together. */
export class ByteBudget {
  readonly #most: number;
  readonly #of: Budgeted;
  #taken = 0;
  readonly #byActor = new Map<string, number>();
  readonly #byResponse = new WeakMap<Closable, ByteShare>();

  /** `most`: maximum bytes of all requests together. */
  constructor(most: number, of: Budgeted) {
    this.#most = most;
    this.#of = of;
  }

  /** The share of the request with this response, given back when it closes. `actor` undefined: who sent it has no token. */
  shareOf(response: Closable, actor: string | undefined): ByteShare {
    const known = this.#byResponse.get(response);
    if (known !== undefined) return known;
    const share = this.begin(actor);
    this.#byResponse.set(response, share);
    response.once('close', () => share.release());
    return share;
  }

  /** Begins a request. */
  begin(actor = ''): ByteShare {
    let own = 0;
    const take = (bytes: number): void => {
      const most = this.#most * SHARE_OF_ACTOR;
      const ofActor = this.#byActor.get(actor) ?? 0;
      const { remedy } = this.#of;
      if (remedy !== undefined && own + bytes > most) throw this.#tooLarge(most, remedy);
      // A budget that is smaller than one body lets one through.
      if (ofActor > 0 && ofActor + bytes > most) throw this.#tooMany(actor, most);
      if (this.#taken > 0 && this.#taken + bytes > this.#most) throw this.#full();
      own += bytes;
      this.#taken += bytes;
      this.#byActor.set(actor, ofActor + bytes);
    };
    return {
      take,
      hold: (bytes) => {
        if (bytes > own) take(bytes - own);
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
    const { option, what } = this.#of;
    return new CatalogError(
      'UNAVAILABLE',
      `The ${what} of running requests have more than ${this.#most} bytes (option ${option}). Send the request again later.`,
    );
  }

  #tooLarge(share: number, remedy: string): CatalogError {
    return new CatalogError(
      'TOO_LARGE',
      `The answer has more than ${share} bytes (half of ${this.#of.option}). ${remedy}`,
    );
  }

  #tooMany(actor: string, share: number): TooManyRequestsError {
    const { option, what } = this.#of;
    const who = actor === '' ? 'Callers without a token' : actor;
    return new TooManyRequestsError(
      `${who} may have requests with ${what} of ${share} bytes at the same time (half of ${option}).`,
      RETRY_MS,
    );
  }
}
