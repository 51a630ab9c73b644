import { CatalogError, TooManyRequestsError } from '../../../errors.ts';
import { because } from '../../../refusals.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Budget for the long responses of all requests, in bytes. */
    answers: ByteBudget;
  }
}

/** Share of one actor in the budget. */
const SHARE_OF_ACTOR = 1 / 2;
/** Suggested time until the next attempt, in ms. */
const RETRY_MS = 1_000;

/** Bytes that one request takes from the budget. */
export interface ByteShare {
  /**
   * Reserves bytes before they occupy memory. Throws UNAVAILABLE when all requests together exceed the budget,
   * TOO_MANY_REQUESTS when those of the actor exceed its share, and TOO_LARGE when this request alone exceeds it.
   */
  take(bytes: number): void;
  /** Reserves bytes until the request holds this number. */
  hold(bytes: number): void;
  /** Releases all bytes of the request. */
  release(): void;
}

/** A response, which closes when it is sent or its client leaves. */
interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

/** Describes the budget in messages. */
export interface Budgeted {
  /** Plural: `bodies`. */
  readonly what: string;
  /** Name of the option that sets the budget. */
  readonly option: string;
  /**
   * Sentence that says what to do if a single request exceeds the share of an actor. Absent: such a request is
   * admitted.
   */
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

  /**
   * The share of the request with this response, released when the response closes. `actor` undefined: sent without a
   * token.
   */
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
      // A single body is admitted even if it exceeds the budget.
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
      because('REQUEST_TOO_LARGE', { most: share }),
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
