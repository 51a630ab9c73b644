import { CatalogError } from '../../errors.ts';
import type { MetadataChange } from '../../change/metadata-change.ts';
import type { Aspect } from '../../model/aspect.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import type { TokenRestriction } from '../actor.ts';
import type { KnownTokens } from './known-tokens.ts';
import { checkRestriction } from './check-restriction.ts';
import {
  GRANT_ASPECT,
  INFO_ASPECT,
  TOKEN_TYPE,
  USE_ASPECT,
  readToken,
  tokenAspects,
  tokenId,
  tokenUrn,
  type AccessToken,
} from './token-records.ts';
import type { TokenUses } from './token-uses.ts';
import { ensureUser, requireActive } from '../accounts/user-state.ts';

/** Input of {@link AccessTokens.issue}. */
export interface TokenRequest {
  readonly name: string;
  readonly description?: string;
  readonly actor: Urn;
  /** Lifetime in ms; undefined: the token does not expire. */
  readonly durationMs: number | undefined;
  /** Absent: the token carries all rights of the actor. */
  readonly restriction?: TokenRestriction;
}

/** A new token with its text. The text is not stored and cannot be shown again. */
export interface IssuedToken {
  readonly token: string;
  readonly metadata: AccessToken;
  /** Whether issuing the token created the user. */
  readonly madeUser: boolean;
}

/** Dependencies of {@link AccessTokens}. */
export interface AccessTokenParts {
  readonly store: MetadataStore;
  readonly change: MetadataChange;
  readonly known: KnownTokens;
  readonly uses: TokenUses;
  /** Whether the registry has an entity type of this name. */
  readonly isEntityType: (name: string) => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  /** Returns a new unguessable string. */
  readonly randomToken: () => string;
}

/**
 * Stored tokens and browser sessions. As in DataHub they are entities, keyed by the hash of their text: a leaked
 * database contains no usable token, and revoking one deletes its entity.
 */
export class AccessTokens {
  readonly #parts: AccessTokenParts;

  constructor(parts: AccessTokenParts) {
    this.#parts = parts;
  }

  /**
   * Issues a stored token, valid until it expires or is revoked. Creates the user if it does not exist. Throws
   * INVALID_REQUEST for a suspended or soft-deleted user and for an invalid restriction.
   */
  async issue(owner: Urn, request: TokenRequest): Promise<IssuedToken> {
    const { name, description, actor, restriction, durationMs } = request;
    if (restriction !== undefined) checkRestriction(restriction, this.#parts.isEntityType);
    await requireActive(this.#parts.store.reader, actor);
    return this.#issue({ name, description, actor, owner, restriction, isSession: false }, durationMs);
  }

  /** Issues a browser session. Its text is accepted as a session cookie only, not as a bearer token. */
  async issueSession(actor: Urn, durationMs: number): Promise<IssuedToken> {
    const name = 'Browser session';
    return this.#issue(
      { name, description: undefined, actor, owner: actor, restriction: undefined, isSession: true },
      durationMs,
    );
  }

  /** All stored tokens, including expired ones, without browser sessions; oldest first. */
  async list(): Promise<readonly AccessToken[]> {
    return (await this.#all()).filter(({ isSession }) => !isSession);
  }

  /** All stored browser sessions, including expired ones, oldest first. */
  async listSessions(): Promise<readonly AccessToken[]> {
    return (await this.#all()).filter(({ isSession, oauth }) => isSession && oauth === undefined);
  }

  /** Browser sessions, and codes and tokens of OAuth clients, that have expired. */
  async listExpired(): Promise<readonly AccessToken[]> {
    const now = this.#parts.now();
    return (await this.#all()).filter(({ expiresAt = Infinity, isSession }) => isSession && expiresAt <= now);
  }

  /** The browser session with this text, even if expired; undefined when there is none. */
  async findSession(text: string): Promise<AccessToken | undefined> {
    const found = await this.#parts.known.find(tokenId(text));
    const token = found?.token;
    return token?.isSession === true && token.oauth === undefined ? token : undefined;
  }

  /** The token or browser session with this id; throws NOT_FOUND when there is none. */
  async get(id: string): Promise<AccessToken> {
    const found = /^[A-Za-z0-9_-]+$/.test(id) ? await this.#parts.known.find(id) : undefined;
    if (found === undefined) {
      throw new CatalogError(
        'NOT_FOUND',
        `There is no access token with the id ${id}. List the tokens to find it.`,
      );
    }
    return this.#withUse(found.token);
  }

  /** Revokes tokens and sessions by deleting their entities; takes effect with the next request. */
  async revoke(actor: Urn, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const deletions = ids.map((id): MetadataChangeProposal => ({
      urn: tokenUrn(id),
      aspectName: `${TOKEN_TYPE}Key`,
      changeType: 'DELETE',
    }));
    await this.#parts.change.ingest(actor, deletions);
  }

  async #issue(
    wanted: Omit<AccessToken, 'id' | 'createdAt' | 'expiresAt' | 'lastUsedAt'>,
    durationMs: number | undefined,
  ): Promise<IssuedToken> {
    const { change, now, store } = this.#parts;
    const text = this.#newText();
    const urn = tokenUrn(tokenId(text));
    const madeUser = await ensureUser(wanted.actor, wanted.owner, { change, reader: store.reader, now });
    const createdAt = now();
    const expiresAt = durationMs === undefined ? undefined : createdAt + durationMs;
    const metadata = { ...wanted, id: tokenId(text), createdAt, expiresAt, lastUsedAt: undefined };
    const proposals = [...tokenAspects(metadata)].map(([aspectName, value]): MetadataChangeProposal => ({
      urn,
      aspectName,
      changeType: 'CREATE',
      value,
    }));
    await change.ingest(wanted.owner, proposals);
    return { token: text, metadata, madeUser };
  }

  /** A token text whose id does not start with '-', so that command lines do not parse the id as a flag. */
  #newText(): string {
    let text = this.#parts.randomToken();
    while (tokenId(text).startsWith('-')) text = this.#parts.randomToken();
    return text;
  }

  async #all(): Promise<readonly AccessToken[]> {
    const aspects = await Promise.all(
      [INFO_ASPECT, GRANT_ASPECT, USE_ASPECT].map((name) =>
        this.#parts.store.reader.rowsOf(TOKEN_TYPE, name),
      ),
    );
    const byToken = new Map<Urn, Map<string, Aspect>>();
    for (const { aspect } of aspects.flat()) {
      const known = byToken.get(aspect.urn) ?? new Map<string, Aspect>();
      byToken.set(aspect.urn, known.set(aspect.aspectName, aspect));
    }
    return [...byToken]
      .flatMap(([urn, of]) => readToken(urn, of) ?? [])
      .map((token) => this.#withUse(token))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  #withUse(token: AccessToken): AccessToken {
    const latest = this.#parts.uses.latest(token.id);
    if (latest === undefined) return token;
    return { ...token, lastUsedAt: Math.max(latest, token.lastUsedAt ?? 0) };
  }
}
