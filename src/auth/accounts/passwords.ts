import { scrypt, timingSafeEqual } from 'node:crypto';
import { CatalogError } from '../../errors.ts';

/** A stored password: a salted hash, so that equal passwords have different hashes. */
export interface StoredPassword {
  readonly salt: string;
  /** `scrypt$<N>$<r>$<p>$<hash>`: contains the cost, so that stored hashes stay valid when the default cost grows. */
  readonly hashedPassword: string;
}

/** Cost parameters of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about 0.2 s per guess. */
export const PASSWORD_COST: PasswordCost = { N: 32_768, r: 8, p: 3 };
const HASH_BYTES = 32;
const MEMORY_BYTES = 64 * 1024 * 1024;

/** Maximum concurrent hashes. Each takes 32 MiB and a thread of the pool that the store's file access uses, too. */
const MOST_AT_ONCE = 2;
/** Maximum queued hashes; more logins at once are considered an attack. */
const MOST_WAITING = 32;

/** Creates and checks password hashes with scrypt, with limited concurrency. */
export class Passwords {
  readonly #randomSalt: () => string;
  readonly #cost: PasswordCost;
  /** Compared with the password of an unknown user, so that the check takes as long as for a known one. */
  readonly #nobody: StoredPassword;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** `randomSalt` returns a different string on each call. */
  constructor(randomSalt: () => string, cost = PASSWORD_COST) {
    this.#randomSalt = randomSalt;
    this.#cost = cost;
    this.#nobody = { salt: 'nobody', hashedPassword: encode(cost, Buffer.alloc(HASH_BYTES)) };
  }

  /** Hashes a password for storage; throws UNAVAILABLE when too many hashes are queued. */
  async hash(password: string): Promise<StoredPassword> {
    const salt = this.#randomSalt();
    return { salt, hashedPassword: encode(this.#cost, await this.#derive(password, salt, this.#cost)) };
  }

  /**
   * Whether the password matches the stored one. False when there is none, after the same time. Throws UNAVAILABLE when
   * too many hashes are queued.
   */
  async matches(password: string, stored: StoredPassword | undefined): Promise<boolean> {
    const { salt, hashedPassword } = stored ?? this.#nobody;
    const [, N, r, p, expected] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)$/.exec(hashedPassword) ?? [];
    // A hash of another system, which cannot be checked.
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
        // The same characters have several Unicode encodings, chosen by the keyboard and not by the person.
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
      throw new CatalogError('UNAVAILABLE', 'Too many logins are in progress. Try again in a moment.');
    }
    // The finishing hash hands over its slot, so #running stays unchanged.
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
