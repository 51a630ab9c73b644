import type { Urn } from '../model/urn.ts';
import { entityTypeOf, urnKey } from '../model/urn.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import { TOKEN_ASPECTS, TOKEN_TYPE, readToken, tokenUrn } from './token-records.ts';
import type { AccessToken } from './token-records.ts';
import { USER_TYPE, refusalOf } from './user-state.ts';

/** A token as it was found, with the reason why it does not count although it is there. */
export interface FoundToken {
  readonly token: AccessToken;
  /** Undefined: it counts, as long as it has not expired. */
  readonly refusal: string | undefined;
}

/** Most tokens that are remembered; beyond it the one that was found first is forgotten. */
const MOST_REMEMBERED = 10_000;

/**
 * Tokens by id, remembered so that a request costs a look into a map. Whoever changes the catalog tells which
 * entities have changed before the change is answered: revoking a token and suspending its user count for the next
 * request. What is unknown is not remembered, so that guessing fills no memory.
 */
export class KnownTokens {
  readonly #reader: MetadataReader;
  readonly #found = new Map<string, FoundToken>();
  /** Counts the changes: what was read before one may be out of date and is not remembered. */
  #changes = 0;

  constructor(reader: MetadataReader) {
    this.#reader = reader;
  }

  /** The token of this id; undefined when there is none. */
  find(id: string): FoundToken | Promise<FoundToken | undefined> {
    return this.#found.get(id) ?? this.#read(id);
  }

  /** Forgets what rests on these entities. */
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

  /** Forgets everything. */
  forget(): void {
    this.#changes++;
    this.#found.clear();
  }

  async #read(id: string): Promise<FoundToken | undefined> {
    const before = this.#changes;
    const urn = tokenUrn(id);
    const stored = (await this.#reader.entities([urn], TOKEN_ASPECTS, EVERYTHING)).get(urn);
    const token = stored && readToken(urn, stored.aspects);
    if (token === undefined) return undefined;
    // Whoever gets the name of a removed user must not inherit that user's tokens.
    const found = { token, refusal: await refusalOf(this.#reader, token.actor, token.createdAt) };
    if (before === this.#changes) this.#remember(id, found);
    return found;
  }

  #remember(id: string, found: FoundToken): void {
    const [oldest] = this.#found.keys();
    if (this.#found.size >= MOST_REMEMBERED && oldest !== undefined) this.#found.delete(oldest);
    this.#found.set(id, found);
  }
}
