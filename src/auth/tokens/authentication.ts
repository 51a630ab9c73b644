import { CatalogError } from '../../errors.ts';
import type { Actor } from '../actor.ts';
import { scopesOf } from '../oauth/oauth-record.ts';
import type { FoundToken, KnownTokens } from './known-tokens.ts';
import type { ProcessTokens } from './process-tokens.ts';
import { tokenId } from './token-records.ts';

/** Dependencies of {@link Authentication}. */
export interface AuthenticationParts {
  readonly known: Pick<KnownTokens, 'find'>;
  readonly ofProcess: Pick<ProcessTokens, 'actorOf'>;
  /** Notified of every use of a stored token. */
  readonly uses: { used(id: string): void };
  /** Epoch ms. */
  readonly now: () => number;
}

/** Authenticates requests. */
export class Authentication {
  readonly #parts: AuthenticationParts;

  constructor(parts: AuthenticationParts) {
    this.#parts = parts;
  }

  /**
   * The actor of a bearer token. Throws UNAUTHENTICATED when the token is missing, unknown, revoked or expired, or its
   * user is suspended or removed.
   */
  async ofBearer(bearer: string | undefined): Promise<Actor> {
    if (bearer === undefined) throw unauthenticated('No access token was presented');
    const id = tokenId(bearer);
    const ofProcess = this.#parts.ofProcess.actorOf(id);
    if (ofProcess !== undefined) return { urn: ofProcess, tokenId: id };
    const found = await this.#parts.known.find(id);
    if (found === undefined || found.token.isSession || found.token.oauth !== undefined) {
      throw unauthenticated('The access token is unknown or has been revoked');
    }
    return this.#accept(found, 'access token');
  }

  /**
   * The actor of a bearer token or, for the resource, of the access token of an OAuth client. Throws UNAUTHENTICATED as
   * `ofBearer`, and for a grant that has been revoked.
   */
  async ofAgent(bearer: string | undefined, resource: string | undefined): Promise<Actor> {
    const found = bearer === undefined ? undefined : await this.#parts.known.find(tokenId(bearer));
    const oauth = found?.token.oauth;
    if (found === undefined || oauth?.kind !== 'access' || oauth.resource !== resource) {
      return this.ofBearer(bearer);
    }
    const grant = await this.#parts.known.find(oauth.grant);
    if (grant?.token.oauth?.kind !== 'grant') throw unauthenticated('The access has been revoked');
    this.#requireValid(found, 'access token');
    // Plans and the audit log know the grant: its access tokens change every hour.
    const actor = this.#accept(grant, 'access');
    return { ...actor, scopes: scopesOf(actor.restriction) };
  }

  /**
   * The actor of a browser session. Throws UNAUTHENTICATED when the session is unknown, ended or expired, or its user
   * is suspended or removed.
   */
  async ofSession(text: string): Promise<Actor> {
    const found = await this.#parts.known.find(tokenId(text));
    if (found?.token.isSession !== true || found.token.oauth !== undefined)
      throw unauthenticated('The browser session has ended');
    return this.#accept(found, 'browser session');
  }

  #requireValid({ token, refusal }: FoundToken, what: string): void {
    if (token.expiresAt !== undefined && token.expiresAt <= this.#parts.now()) {
      throw unauthenticated(`The ${what} has expired`);
    }
    if (refusal !== undefined) throw unauthenticated(`The ${what} is no longer valid: ${refusal}`);
  }

  #accept(found: FoundToken, what: string): Actor {
    this.#requireValid(found, what);
    const { token } = found;
    if (!token.isSession) this.#parts.uses.used(token.id);
    const { actor, id, restriction } = token;
    return { urn: actor, tokenId: id, ...(restriction !== undefined && { restriction }) };
  }
}

function unauthenticated(reason: string): CatalogError {
  return new CatalogError(
    'UNAUTHENTICATED',
    `${reason}. Send the header 'Authorization: Bearer <token>' with a token ('colophon token create' creates one).`,
  );
}
