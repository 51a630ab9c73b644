import { entityTypeOf, urnKey, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { TOKEN_ASPECTS, TOKEN_TYPE, readToken, tokenUrn, type AccessToken } from './token-records.ts';
import { USER_TYPE, refusalOf } from '../accounts/user-state.ts';

/** A stored token and, if its user disqualifies it, the reason. */
export interface FoundToken {
  readonly token: AccessToken;
  /** Why the token is rejected; undefined: it is valid unless expired. */
  readonly refusal: string | undefined;
}

/** Maximum cached tokens; beyond it the oldest entry is evicted. */
const MAX_CACHED = 10_000;

/**
 * Cache of tokens by id, so that authenticating a request costs one map lookup. The write path reports changed entities
 * before it acknowledges a change, so revoking a token or suspending its user takes effect with the next request.
 * Unknown ids are not cached, so guessing does not fill memory.
 */
export class KnownTokens {
  readonly #reader: SystemReader;
  readonly #found = new Map<string, FoundToken>();
  /** Number of changes; a read that overlaps a change may be stale and is not cached. */
  #changes = 0;

  constructor(reader: SystemReader) {
    this.#reader = reader;
  }

  /** The token with this id; undefined when there is none. */
  find(id: string): FoundToken | Promise<FoundToken | undefined> {
    return this.#found.get(id) ?? this.#read(id);
  }

  /** Evicts the tokens among these entities and the tokens of the users among them. */
  changed(urns: Iterable<Urn>): void {
    const users = new Set<Urn>();
    for (const urn of urns) {
      const entityType = entityTypeOf(urn);
      if (entityType !== TOKEN_TYPE && entityType !== USER_TYPE) continue;
      this.#changes++;
      if (entityType === TOKEN_TYPE) this.#found.delete(urnKey(urn));
      else users.add(urn);
    }
    if (users.size === 0) return;
    for (const [id, { token }] of this.#found) if (users.has(token.actor)) this.#found.delete(id);
  }

  /** Clears the cache. */
  clear(): void {
    this.#changes++;
    this.#found.clear();
  }

  async #read(id: string): Promise<FoundToken | undefined> {
    const before = this.#changes;
    const urn = tokenUrn(id);
    const stored = (await this.#reader.entities([urn], TOKEN_ASPECTS)).get(urn);
    const token = stored && readToken(urn, stored.aspects);
    if (token === undefined) return undefined;
    // A new user with the name of a removed user must not inherit that user's tokens.
    const found = { token, refusal: await refusalOf(this.#reader, token.actor, token.createdAt) };
    if (before === this.#changes) this.#cache(id, found);
    return found;
  }

  #cache(id: string, found: FoundToken): void {
    const [oldest] = this.#found.keys();
    if (this.#found.size >= MAX_CACHED && oldest !== undefined) this.#found.delete(oldest);
    this.#found.set(id, found);
  }
}
