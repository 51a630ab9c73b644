import { hash } from 'node:crypto';
import type { MetadataChange } from '../../change/metadata-change.ts';
import { CatalogError } from '../../errors.ts';
import { OAuthError, type OAuthScope } from '../../model/access/oauth.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import { requireActive } from '../accounts/user-state.ts';
import type { TokenRestriction } from '../actor.ts';
import { checkRestriction } from '../tokens/check-restriction.ts';
import type { FoundToken, KnownTokens } from '../tokens/known-tokens.ts';
import {
  TOKEN_TYPE,
  USE_ASPECT,
  tokenAspects,
  tokenId,
  tokenUrn,
  type AccessToken,
} from '../tokens/token-records.ts';
import { restrictionFor, scopesOf, type OAuthRecord } from './oauth-record.ts';

/** Dependencies of {@link OAuthGrants}. */
export interface OAuthGrantParts {
  readonly store: MetadataStore;
  readonly change: MetadataChange;
  readonly known: KnownTokens;
  readonly isEntityType: (name: string) => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  /** Returns a new unguessable string. */
  readonly randomToken: () => string;
}

/** What a person gives to a client. */
export interface GivenAccess extends Pick<TokenRestriction, 'entityTypes' | 'properties'> {
  readonly actor: Urn;
  readonly client: { readonly id: string; readonly name: string };
  /** Where the code is sent. */
  readonly redirect: string;
  /** SHA-256 of the verifier that only the client knows, base64url. */
  readonly challenge: string;
  /** Address of the tools, for which the tokens are valid. */
  readonly resource: string;
  readonly scopes: readonly OAuthScope[];
  /** Lifetime, in ms. */
  readonly lifetimeMs: number;
}

/** What a client sends for tokens; undefined: it did not. */
export interface RedeemedCode {
  readonly code: string;
  readonly client: string;
  readonly redirect: string | undefined;
  readonly verifier: string;
  readonly resource: string | undefined;
}

/** New tokens of a client. */
export interface ClientTokens {
  readonly access: string;
  readonly refresh: string;
  /** Time until the access token expires, in ms. */
  readonly expiresInMs: number;
  readonly scopes: readonly OAuthScope[];
}

const CODE_MS = 60_000;
const ACCESS_MS = 3_600_000;
const REFRESH_MS = 30 * 86_400_000;

type CodeToken = AccessToken & { readonly oauth: Extract<OAuthRecord, { readonly kind: 'code' }> };
type RefreshToken = AccessToken & {
  readonly oauth: Extract<OAuthRecord, { readonly grant: string }>;
};

/**
 * Access that people give to OAuth clients. All of it is stored as access tokens, by hash: a grant, and codes, access and refresh
 * tokens that are valid as long as their grant. A code or refresh token is marked as used in the commit that creates its
 * successors, so that it is used at most once, in any process and after a crash.
 */
export class OAuthGrants {
  readonly #parts: OAuthGrantParts;

  constructor(parts: OAuthGrantParts) {
    this.#parts = parts;
  }

  /** Issues a code, valid for a minute. Throws INVALID_REQUEST for an invalid restriction or a suspended user. */
  async issueCode({ actor, client, lifetimeMs, scopes, ...given }: GivenAccess): Promise<string> {
    const { isEntityType, store } = this.#parts;
    const restriction = restrictionFor(scopes, given);
    if (restriction !== undefined) checkRestriction(restriction, isEntityType);
    await requireActive(store.reader, actor);
    const code = this.#newCode();
    const { challenge, redirect, resource } = given;
    const oauth: OAuthRecord = {
      kind: 'code',
      client: client.id,
      redirect,
      challenge,
      resource,
      lifetime: String(lifetimeMs),
    };
    const token = { name: client.name, actor, restriction };
    await this.#write(actor, this.#creates(tokenId(code), token, oauth, this.#parts.now() + CODE_MS));
    return code;
  }

  /** Exchanges a code for tokens. Throws OAuthError; a code that was used before revokes what it gave. */
  async redeem(sent: RedeemedCode): Promise<ClientTokens> {
    const found = await this.#code(sent.code);
    if (found === undefined || found.oauth.client !== sent.client) throw invalidGrant('The code is unknown.');
    const grantId = grantIdOf(sent.code);
    if (found.lastUsedAt !== undefined) {
      await this.#revoke(found.actor, grantId);
      throw invalidGrant('The code has been used. The access that it gave is revoked.');
    }
    const { challenge, lifetime, redirect, resource } = found.oauth;
    if (found.expiresAt === undefined || found.expiresAt <= this.#parts.now())
      throw invalidGrant('The code has expired.');
    if (redirect !== sent.redirect) throw invalidGrant('redirect_uri differs from the one of the request.');
    if (challenge !== hash('sha256', sent.verifier, 'base64url'))
      throw invalidGrant('code_verifier does not match the challenge.');
    if (sent.resource !== undefined && sent.resource !== resource)
      throw new OAuthError('invalid_target', 'resource differs from the one of the request.');
    const until = this.#parts.now() + Number(lifetime);
    const { client } = found.oauth;
    const granted = this.#creates(grantId, found, { kind: 'grant', client }, until);
    return this.#succeed(found, { id: grantId, until, restriction: found.restriction }, resource, granted);
  }

  /** Exchanges a refresh token for new tokens. Throws OAuthError; one that was used before revokes all of its grant. */
  async refresh(
    sent: Pick<RedeemedCode, 'client' | 'resource'> & { readonly token: string },
  ): Promise<ClientTokens> {
    const found = await this.#refreshToken(sent.token);
    if (found === undefined || found.oauth.client !== sent.client)
      throw invalidGrant('The refresh token is unknown.');
    const { grant: grantId, resource } = found.oauth;
    if (found.lastUsedAt !== undefined) {
      await this.#revoke(found.actor, grantId);
      throw invalidGrant('The refresh token has been used. All access of the client is revoked.');
    }
    const grant = await this.#grantOf(grantId);
    const now = this.#parts.now();
    if (grant === undefined || (found.expiresAt ?? 0) <= now)
      throw invalidGrant('The access has expired or has been revoked.');
    if (sent.resource !== undefined && sent.resource !== resource)
      throw new OAuthError('invalid_target', 'resource differs from the one of the grant.');
    const { expiresAt: until = now, restriction } = grant.token;
    return this.#succeed(found, { id: grantId, until, restriction }, resource, []);
  }

  /** Revokes the grant of a token of the client; does nothing for unknown tokens and those of others. */
  async revoke(text: string, client: string): Promise<void> {
    const token = (await this.#parts.known.find(tokenId(text)))?.token;
    const oauth = token?.oauth;
    if (token === undefined || oauth?.client !== client) return;
    if (oauth.kind === 'access' || oauth.kind === 'refresh') await this.#revoke(token.actor, oauth.grant);
  }

  /** Marks the code or token as used, and writes its successors, in one commit. */
  async #succeed(
    used: CodeToken | RefreshToken,
    grant: {
      readonly id: string;
      readonly until: number;
      readonly restriction: TokenRestriction | undefined;
    },
    resource: string,
    more: readonly MetadataChangeProposal[],
  ): Promise<ClientTokens> {
    const now = this.#parts.now();
    const [access, refresh] = [this.#newText(), this.#newText()];
    const of = { client: used.oauth.client, grant: grant.id, resource };
    const accessUntil = Math.min(now + ACCESS_MS, grant.until);
    const plain = { name: used.name, actor: used.actor, restriction: undefined };
    const proposals = [
      ...more,
      {
        urn: tokenUrn(used.id),
        aspectName: USE_ASPECT,
        changeType: 'CREATE' as const,
        value: { lastUsedAt: now },
      },
      ...this.#creates(tokenId(access), plain, { kind: 'access', ...of }, accessUntil),
      ...this.#creates(
        tokenId(refresh),
        plain,
        { kind: 'refresh', ...of },
        Math.min(now + REFRESH_MS, grant.until),
      ),
    ];
    try {
      await this.#write(used.actor, proposals);
    } catch (error) {
      if (!(error instanceof CatalogError) || !(await this.#isUsed(used.id))) throw error;
      await this.#revoke(used.actor, grant.id);
      throw invalidGrant('It has been used at the same time. The access is revoked.');
    }
    return { access, refresh, expiresInMs: accessUntil - now, scopes: scopesOf(grant.restriction) };
  }

  async #code(text: string): Promise<CodeToken | undefined> {
    const found = await this.#parts.known.find(tokenId(text));
    const oauth = found?.token.oauth;
    if (found === undefined || found.refusal !== undefined || oauth?.kind !== 'code') return undefined;
    return { ...found.token, oauth };
  }

  async #refreshToken(text: string): Promise<RefreshToken | undefined> {
    const found = await this.#parts.known.find(tokenId(text));
    const oauth = found?.token.oauth;
    if (found === undefined || found.refusal !== undefined || oauth?.kind !== 'refresh') return undefined;
    return { ...found.token, oauth };
  }

  async #grantOf(id: string): Promise<FoundToken | undefined> {
    const found = await this.#parts.known.find(id);
    if (found?.token.oauth?.kind !== 'grant' || found.refusal !== undefined) return undefined;
    return (found.token.expiresAt ?? 0) > this.#parts.now() ? found : undefined;
  }

  /** Reads the store: another process may have written. */
  async #isUsed(id: string): Promise<boolean> {
    const urn = tokenUrn(id);
    const found = (await this.#parts.store.reader.entities([urn], [USE_ASPECT])).get(urn);
    return found?.aspects.has(USE_ASPECT) === true;
  }

  #creates(
    id: string,
    { actor, name, restriction }: Pick<AccessToken, 'actor' | 'name' | 'restriction'>,
    oauth: OAuthRecord,
    expiresAt: number,
  ): readonly MetadataChangeProposal[] {
    const token: AccessToken = {
      id,
      name,
      description: undefined,
      actor,
      owner: actor,
      createdAt: this.#parts.now(),
      expiresAt,
      lastUsedAt: undefined,
      restriction,
      isSession: oauth.kind !== 'grant',
      oauth,
    };
    return [...tokenAspects(token)].map(([aspectName, value]) => ({
      urn: tokenUrn(id),
      aspectName,
      changeType: 'CREATE',
      value,
    }));
  }

  async #revoke(actor: Urn, id: string): Promise<void> {
    if ((await this.#parts.known.find(id)) === undefined) return;
    await this.#write(actor, [{ urn: tokenUrn(id), aspectName: `${TOKEN_TYPE}Key`, changeType: 'DELETE' }]);
  }

  async #write(actor: Urn, proposals: readonly MetadataChangeProposal[]): Promise<void> {
    await this.#parts.change.ingest(actor, proposals);
  }

  /** A code whose grant has an id that does not start with '-'. */
  #newCode(): string {
    let code = this.#newText();
    while (grantIdOf(code).startsWith('-')) code = this.#newText();
    return code;
  }

  /** A text whose id does not start with '-', as of other tokens. */
  #newText(): string {
    let text = this.#parts.randomToken();
    while (tokenId(text).startsWith('-')) text = this.#parts.randomToken();
    return text;
  }
}

/** The id of the grant that a code gives: known before it exists, so that a second use of the code finds it. */
function grantIdOf(code: string): string {
  return tokenId(`grant.${code}`);
}

function invalidGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', `${message} Start the authorization again.`);
}
