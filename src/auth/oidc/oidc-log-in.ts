import type * as OpenidClient from 'openid-client';
import type { Configuration } from 'openid-client';
import { CatalogError, invalidRequest, messageOf } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import { isJsonObject } from '../../util/json.ts';
import type { UserParts } from '../accounts/user-state.ts';
import { readProfile } from './oidc-profile.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { provisionUser } from './provision-user.ts';
import { because } from '../../refusals.ts';

/**
 * State between start and callback of a login. Stored in a browser cookie, so only that browser can finish the login.
 */
interface PendingLogIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Path to redirect to after the login. */
  readonly target: string;
}

/** A started login. */
export interface StartedLogIn {
  /** URL of the login service to redirect the browser to. */
  readonly url: string;
  /** State that the browser must send back, for a cookie. */
  readonly pending: string;
}

/** A finished login. */
export interface FinishedLogIn {
  readonly user: Urn;
  readonly target: string;
}

/** How long the service's discovery document is cached. */
const CONFIGURATION_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;

/**
 * Login with an OpenID Connect provider: authorization code flow with PKCE, state and nonce; the signature of the ID
 * token is verified with the provider's published keys. The server keeps no login state, so any process can finish a
 * login that another started.
 */
export class OidcLogIn {
  readonly #settings: OidcSettings;
  readonly #parts: UserParts;
  #configuration: { readonly until: number; readonly value: Promise<Configuration> } | undefined;

  constructor(settings: OidcSettings, parts: UserParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  /** Starts a login that ends at path `target` of this server; throws UNAVAILABLE when the service does not respond. */
  async start(target: string): Promise<StartedLogIn> {
    // Loaded lazily: most servers do not use OIDC.
    const client = await import('openid-client');
    const configuration = await this.#discover();
    const pending: PendingLogIn = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      target,
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUri,
      scope: this.#settings.scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, pending: Buffer.from(JSON.stringify(pending)).toString('base64url') };
  }

  /**
   * Finishes a login with the query string of the callback. Throws UNAUTHENTICATED when verification fails,
   * INVALID_REQUEST when this browser has not started a login, FORBIDDEN when the user may not log in, UNAVAILABLE when
   * the service does not respond.
   */
  async finish(query: string, pendingText: string | undefined): Promise<FinishedLogIn> {
    const pending = parsePending(pendingText);
    const client = await import('openid-client');
    const configuration = await this.#discover();
    const claims = await this.#claims(client, configuration, query, pending);
    const profile = readProfile(claims, this.#settings);
    return { user: await provisionUser(this.#parts, profile, this.#settings), target: pending.target };
  }

  async #claims(
    client: typeof OpenidClient,
    configuration: Configuration,
    query: string,
    { nonce, state, verifier }: PendingLogIn,
  ): Promise<Readonly<Record<string, unknown>>> {
    try {
      const answer = await client.authorizationCodeGrant(
        configuration,
        new URL(`${this.#settings.redirectUri}${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      );
      const claims = answer.claims();
      if (claims === undefined) throw new Error('the service sent no ID token');
      const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo = hasUserInfo
        ? await client.fetchUserInfo(configuration, answer.access_token, claims.sub)
        : {};
      return { ...userInfo, ...claims };
    } catch (error) {
      const reason = `The login service did not confirm your identity (${messageOf(error)}).`;
      throw new CatalogError('UNAUTHENTICATED', `${reason} Start again.`, { cause: error });
    }
  }

  async #discover(): Promise<Configuration> {
    const now = this.#parts.now();
    if (this.#configuration === undefined || this.#configuration.until <= now) {
      this.#configuration = { until: now + CONFIGURATION_MS, value: discover(this.#settings) };
    }
    try {
      return await this.#configuration.value;
    } catch (error) {
      // The next login retries.
      this.#configuration = undefined;
      const reason = `The login service does not respond (${messageOf(error)}).`;
      throw new CatalogError('UNAVAILABLE', `${reason} Try again later.`, { cause: error });
    }
  }
}

async function discover({ clientId, clientSecret, issuer }: OidcSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const server = new URL(issuer);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname);
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; local traffic does not leave the machine
  const withoutTls = isLocal ? [client.allowInsecureRequests] : [];
  return client.discovery(server, clientId, clientSecret, client.ClientSecretBasic(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // By default openid-client trusts TLS and does not verify the signature of the ID token.
    execute: [client.enableNonRepudiationChecks, ...withoutTls],
  });
}

function parsePending(text: string | undefined): PendingLogIn {
  const unknown = invalidRequest(
    'This browser has not started a login, or the login timed out. Start again.',
    undefined,
    because('LOGIN_EXPIRED'),
  );
  if (text === undefined) throw unknown;
  const value = parseJson(Buffer.from(text, 'base64url').toString());
  if (!isJsonObject(value)) throw unknown;
  const { nonce, state, target, verifier } = value;
  if (typeof nonce !== 'string' || typeof state !== 'string') throw unknown;
  if (typeof target !== 'string' || typeof verifier !== 'string') throw unknown;
  return { nonce, state, target, verifier };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A forged cookie.
  }
}
