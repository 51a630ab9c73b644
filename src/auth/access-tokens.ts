import { createHash } from 'node:crypto';
import { CatalogError } from '../errors.ts';
import type { MetadataChange } from '../change/metadata-change.ts';
import type { Aspect } from '../model/aspect.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import { formatUrn, parseUrn, urnKey } from '../model/urn.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { JsonObject } from '../util/json.ts';
import type { Actor } from './actor.ts';

/** What is known of a token; its text is not. */
export interface AccessToken {
  /** Hash of the token's text, which is also the key of its entity. */
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Whose rights the token carries. */
  readonly actor: Urn;
  /** Who made it. */
  readonly owner: Urn;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms; undefined: never. */
  readonly expiresAt: number | undefined;
}

/** A token to be made. */
export interface TokenRequest {
  readonly name: string;
  readonly description?: string;
  readonly actor: Urn;
  /** Undefined: it does not expire. */
  readonly durationMs: number | undefined;
}

/** A new token with its text, which cannot be asked for again. */
export interface IssuedToken {
  readonly token: string;
  readonly metadata: AccessToken;
}

const ENTITY_TYPE = 'dataHubAccessToken';
const INFO_ASPECT = 'dataHubAccessTokenInfo';

/** What tokens are made of. */
export interface AccessTokenParts {
  readonly store: MetadataStore;
  readonly change: MetadataChange;
  /** Epoch ms. */
  readonly now: () => number;
  /** A text that nobody can guess. */
  readonly randomToken: () => string;
}

/**
 * Bearer tokens. They are entities as in DataHub, keyed by the hash of their text: whoever reads the catalog's
 * files cannot use one, and revoking one is deleting its entity.
 */
export class AccessTokens {
  readonly #parts: AccessTokenParts;
  /** Tokens that live as long as this process, by hash. */
  readonly #ofProcess = new Map<string, Urn>();

  constructor(parts: AccessTokenParts) {
    this.#parts = parts;
  }

  /** Issues a token that is kept nowhere and ends with this process. */
  issueForProcess(actor: Urn): string {
    const token = this.#parts.randomToken();
    this.#ofProcess.set(hash(token), actor);
    return token;
  }

  /** Issues a token that is kept until it expires or is revoked. */
  async issue(owner: Urn, request: TokenRequest): Promise<IssuedToken> {
    const token = this.#parts.randomToken();
    const createdAt = this.#parts.now();
    const expiresAt = request.durationMs === undefined ? undefined : createdAt + request.durationMs;
    const { name, description, actor } = request;
    const id = hash(token);
    const value: JsonObject = {
      name,
      actorUrn: actor,
      ownerUrn: owner,
      createdAt,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(description === undefined ? {} : { description }),
    };
    const urn = formatUrn(ENTITY_TYPE, id);
    await this.#parts.change.ingest(owner, [{ urn, aspectName: INFO_ASPECT, changeType: 'CREATE', value }]);
    return { token, metadata: { id, name, description, actor, owner, createdAt, expiresAt } };
  }

  /** All kept tokens, expired ones included, oldest first. */
  async list(): Promise<readonly AccessToken[]> {
    const rows = await this.#parts.store.reader.rowsOf(ENTITY_TYPE, INFO_ASPECT);
    return rows
      .map(({ aspect }) => toToken(aspect))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** Makes a token useless at once; NOT_FOUND when there is none of this id. */
  async revoke(actor: Urn, id: string): Promise<void> {
    if (!/^[A-Za-z0-9_-]+$/.test(id) || (await this.#find(id)) === undefined) {
      throw new CatalogError(
        'NOT_FOUND',
        `There is no access token with the id ${id}. List the tokens to find it.`,
      );
    }
    await this.#parts.change.deleteEntity(actor, formatUrn(ENTITY_TYPE, id));
  }

  /** The actor whose rights a bearer token carries; UNAUTHENTICATED when it is missing, unknown, revoked or expired. */
  async authenticate(bearer: string | undefined): Promise<Actor> {
    if (bearer === undefined) throw unauthenticated('No access token was presented');
    const id = hash(bearer);
    const ofProcess = this.#ofProcess.get(id);
    if (ofProcess !== undefined) return { urn: ofProcess, tokenId: id };
    const token = await this.#find(id);
    if (token === undefined) throw unauthenticated('The access token is unknown or has been revoked');
    if (token.expiresAt !== undefined && token.expiresAt <= this.#parts.now()) {
      throw unauthenticated('The access token has expired');
    }
    return { urn: token.actor, tokenId: id };
  }

  async #find(id: string): Promise<AccessToken | undefined> {
    const urn = formatUrn(ENTITY_TYPE, id);
    const found = await this.#parts.store.reader.entities([urn], [INFO_ASPECT], EVERYTHING);
    const info = found.get(urn)?.aspects.get(INFO_ASPECT);
    return info && toToken(info);
  }
}

function toToken(info: Aspect): AccessToken {
  const { createdAt, description, expiresAt } = info.value;
  const text = (member: string): string => {
    const value = info.value[member];
    if (typeof value !== 'string')
      throw new Error(`The token ${urnKey(info.urn)} is stored without ${member}.`);
    return value;
  };
  return {
    id: urnKey(info.urn),
    name: text('name'),
    description: typeof description === 'string' ? description : undefined,
    actor: parseUrn(text('actorUrn')),
    owner: parseUrn(text('ownerUrn')),
    createdAt: typeof createdAt === 'number' ? createdAt : 0,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
  };
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function unauthenticated(reason: string): CatalogError {
  return new CatalogError(
    'UNAUTHENTICATED',
    `${reason}. Send the header 'Authorization: Bearer <token>' with a valid token ('colophon token create' makes one).`,
  );
}
