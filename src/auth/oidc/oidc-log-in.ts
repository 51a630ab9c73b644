import type * as OpenidClient from 'openid-client';
import type { Configuration } from 'openid-client';
import { CatalogError, invalidRequest, messageOf } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import { isJsonObject } from '../../util/json.ts';
import type { UserParts } from '../user-state.ts';
import { readProfile } from './oidc-profile.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { provisionUser } from './provision-user.ts';

/** What has to be remembered between the two halves of a login. The browser keeps it, and only that browser can go on. */
interface PendingLogIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Path to go to in the end. */
  readonly target: string;
}

/** The first half of a login. */
export interface StartedLogIn {
  /** Where the browser goes to. */
  readonly url: string;
  /** Text that the browser brings back. */
  readonly pending: string;
}

/** The second half of a login. */
export interface FinishedLogIn {
  readonly user: Urn;
  readonly target: string;
}

/** How long what the service publishes about itself counts. */
const CONFIGURATION_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;

/**
 * Logging in with another service by OpenID Connect: authorization code with PKCE, state and nonce, the signature of
 * the answer checked with the service's published keys. Nothing about a login is kept here, so that any process can
 * finish what another began.
 */
export class OidcLogIn {
  readonly #settings: OidcSettings;
  readonly #parts: UserParts;
  #configuration: { readonly until: number; readonly value: Promise<Configuration> } | undefined;

  constructor(settings: OidcSettings, parts: UserParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  /** Begins a login that is to lead to a path of this server; UNAVAILABLE when the service does not answer. */
  async start(target: string): Promise<StartedLogIn> {
    // Loaded by the first login: most servers have none.
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
   * Finishes a login with the query that the service sent the browser back with. UNAUTHENTICATED when anything about
   * it is wrong; INVALID_REQUEST when this browser has not begun one.
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
      const reason = `The login service did not confirm who you are (${messageOf(error)}).`;
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
      // The next login asks again.
      this.#configuration = undefined;
      const reason = `The login service does not answer (${messageOf(error)}).`;
      throw new CatalogError('UNAVAILABLE', `${reason} Try again later.`, { cause: error });
    }
  }
}

async function discover({ clientId, clientSecret, issuer }: OidcSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const server = new URL(issuer);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is marked so to stand out; here nothing leaves the machine
  const withoutTls = isLocal ? [client.allowInsecureRequests] : [];
  return client.discovery(server, clientId, clientSecret, client.ClientSecretBasic(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // Without them the signature would count as checked by the connection that brought it.
    execute: [client.enableNonRepudiationChecks, ...withoutTls],
  });
}

function parsePending(text: string | undefined): PendingLogIn {
  const unknown = invalidRequest('This browser has not begun to log in, or took too long. Start again.');
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
    return undefined; // A cookie that somebody else has made up.
  }
}
