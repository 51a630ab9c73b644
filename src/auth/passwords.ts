import { scrypt, timingSafeEqual } from 'node:crypto';
import { CatalogError } from '../errors.ts';

/** How a password is stored: never as text, and never so that two equal passwords look alike. */
export interface StoredPassword {
  readonly salt: string;
  /** `scrypt$<N>$<r>$<p>$<hash>`, so that the cost may grow without breaking what is stored. */
  readonly hashedPassword: string;
}

/** What a guess costs, by the parameters of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about a fifth of a second for each guess. */
const COST: PasswordCost = { N: 32_768, r: 8, p: 3 };
const HASH_BYTES = 32;
const MEMORY_BYTES = 64 * 1024 * 1024;

/** Hashes on their way at a time; each holds 32 MiB and a thread that the store's files need, too. */
const MOST_AT_ONCE = 2;
/** Hashes that may wait; more logins than that in a second are an attack. */
const MOST_WAITING = 32;

/** Makes and checks password hashes, a few at a time. */
export class Passwords {
  readonly #randomSalt: () => string;
  readonly #cost: PasswordCost;
  /** What an unknown user's password is compared with, so that the answer takes as long as for a known one. */
  readonly #nobody: StoredPassword;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** `randomSalt`: a text that is another each time. */
  constructor(randomSalt: () => string, cost = COST) {
    this.#randomSalt = randomSalt;
    this.#cost = cost;
    this.#nobody = { salt: 'nobody', hashedPassword: encode(cost, Buffer.alloc(HASH_BYTES)) };
  }

  /** The form in which a password is kept. */
  async hash(password: string): Promise<StoredPassword> {
    const salt = this.#randomSalt();
    return { salt, hashedPassword: encode(this.#cost, await this.#derive(password, salt, this.#cost)) };
  }

  /** Whether the password is the stored one. Takes equally long when there is none, and is false then. */
  async matches(password: string, stored: StoredPassword | undefined): Promise<boolean> {
    const { salt, hashedPassword } = stored ?? this.#nobody;
    const [, N, r, p, expected] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)$/.exec(hashedPassword) ?? [];
    // A hash of another system: it cannot be checked here.
    if (expected === undefined) return this.matches(password, undefined);
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const actual = await this.#derive(password, salt, cost);
    const wanted = Buffer.from(expected, 'base64url');
    return actual.length === wanted.length && timingSafeEqual(actual, wanted) && stored !== undefined;
  }

  async #derive(password: string, salt: string, cost: PasswordCost): Promise<Buffer> {
    await this.#enter();
    try {
      return await new Promise((resolve, reject) => {
        const options = { ...cost, maxmem: MEMORY_BYTES };
        // The same letters can be written in several ways; a keyboard decides, not the person.
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
          error === null ? resolve(key) : reject(error),
        );
      });
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < MOST_AT_ONCE) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= MOST_WAITING) {
      throw new CatalogError(
        'UNAVAILABLE',
        'Too many people are logging in right now. Try again in a moment.',
      );
    }
    // Whoever leaves hands its place over, so that the number of those inside stays.
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

function encode({ N, r, p }: PasswordCost, hash: Buffer): string {
  return `scrypt$${N}$${r}$${p}$${hash.toString('base64url')}`;
}
