import { CatalogError, invalidRequest } from '../../errors.ts';
import type { LogInMethod } from '../../model/access/log-in-method.ts';
import type { Urn } from '../../model/urn.ts';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import type { Authentication } from '../tokens/authentication.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR, type Actor } from '../actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { NativeUsers, SignUpRequest } from './native-users.ts';
import type { OidcLogIn, StartedLogIn } from '../oidc/oidc-log-in.ts';
import { because } from '../../refusals.ts';

/** A started browser session. */
export interface BrowserSession {
  readonly actor: Urn;
  /** Session token for the cookie; only its hash is stored. */
  readonly text: string;
  readonly lifetimeMs: number;
}

/** Dependencies of {@link SignIn}. */
export interface SignInParts {
  readonly authentication: Pick<Authentication, 'ofSession'>;
  readonly tokens: AccessTokens;
  readonly nativeUsers: NativeUsers;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly sessionMs: number;
  /** Whether password login is enabled. */
  readonly passwords: boolean;
  /** Undefined: OIDC login is disabled. */
  readonly oidc: OidcLogIn | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Minimum interval between removals of expired sessions. */
const CLEANING_MS = 3_600_000;

/** Starts and ends browser sessions. Records logins, failed logins and logouts in the audit log. */
export class SignIn {
  readonly #parts: SignInParts;
  #cleanedAt = 0;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Whether password login is enabled. */
  get offersPasswords(): boolean {
    return this.#parts.passwords;
  }

  /** Whether OIDC login is enabled. */
  get offersOidc(): boolean {
    return this.#parts.oidc !== undefined;
  }

  /** The actor of a session; throws UNAUTHENTICATED when it is unknown, ended, expired, or its user is inactive. */
  authenticate(text: string): Promise<Actor> {
    return this.#parts.authentication.ofSession(text);
  }

  /** Starts a session of the root user. The caller must have redeemed a login link of this server. */
  async withLoginLink(): Promise<BrowserSession> {
    await this.#removeExpired();
    return this.#start(ROOT_ACTOR);
  }

  /**
   * Starts a session with user name and password. Throws INVALID_REQUEST for wrong credentials, TOO_MANY_REQUESTS after
   * too many failures.
   */
  withPassword(userName: string, password: string, address: string): Promise<BrowserSession> {
    return this.#begin('PASSWORD_LOGIN', userName, () =>
      this.#nativeUsers().logIn(userName, password, address),
    );
  }

  /** Creates a user by invitation and starts a session. Throws INVALID_REQUEST for any invalid input. */
  signUp(request: SignUpRequest, address: string): Promise<BrowserSession> {
    return this.#begin('SIGN_UP_LINK_LOGIN', request.email, () =>
      this.#nativeUsers().signUp(request, address),
    );
  }

  /** Sets a new password with a reset token from an administrator, and starts a session. */
  resetPassword(
    email: string,
    password: string,
    resetToken: string,
    address: string,
  ): Promise<BrowserSession> {
    return this.#begin('PASSWORD_RESET', email, () =>
      this.#nativeUsers().resetPassword(email, password, resetToken, address),
    );
  }

  /** Starts an OIDC login that ends at path `target` of this server. Throws INVALID_REQUEST if OIDC is disabled. */
  async startOidc(target: string): Promise<StartedLogIn> {
    return this.#oidc().start(target);
  }

  /** Finishes an OIDC login with the query string and cookie of the callback, and starts a session. */
  async finishOidc(
    query: string,
    pending: string | undefined,
  ): Promise<{ readonly session: BrowserSession; readonly target: string }> {
    const oidc = this.#oidc();
    let target = '';
    const session = await this.#begin('SSO_LOGIN', '', async () => {
      const finished = await oidc.finish(query, pending);
      target = finished.target;
      return finished.user;
    });
    return { session, target };
  }

  /** Ends a session; does nothing when there is none. */
  async end(text: string): Promise<void> {
    const { audit, tokens } = this.#parts;
    const session = await tokens.findSession(text);
    if (session === undefined) return;
    await tokens.revoke(session.actor, [session.id]);
    audit.record({ kind: 'logOut', actor: session.actor });
  }

  async #begin(
    logInMethod: LogInMethod,
    userName: string,
    recognise: () => Promise<Urn>,
  ): Promise<BrowserSession> {
    const { audit, nativeUsers } = this.#parts;
    try {
      const actor = await recognise();
      await this.#removeExpired();
      const session = await this.#start(actor);
      audit.record({ kind: 'logIn', actor, logInMethod });
      return session;
    } catch (error) {
      if (error instanceof CatalogError) {
        // Records only names of existing users: a user may have typed the password into the name field.
        const actor = await nativeUsers.find(userName);
        audit.record({ kind: 'failedLogIn', logInMethod, ...(actor !== undefined && { actor }) });
      }
      throw error;
    }
  }

  async #start(actor: Urn): Promise<BrowserSession> {
    const { sessionMs, tokens } = this.#parts;
    const { token } = await tokens.issueSession(actor, sessionMs);
    return { actor, text: token, lifetimeMs: sessionMs };
  }

  #nativeUsers(): NativeUsers {
    if (this.#parts.passwords) return this.#parts.nativeUsers;
    throw invalidRequest(
      'Native authentication is not enabled on the server. Use single sign-on.',
      undefined,
      because('PASSWORD_LOGIN_DISABLED'),
    );
  }

  #oidc(): OidcLogIn {
    if (this.#parts.oidc !== undefined) return this.#parts.oidc;
    throw invalidRequest(
      'SSO is not configured. Log in with a password.',
      undefined,
      because('NOT_SUPPORTED'),
    );
  }

  /** Removes sessions that expired without a logout, at most once an hour. */
  async #removeExpired(): Promise<void> {
    const { now, tokens } = this.#parts;
    const time = now();
    if (time - this.#cleanedAt < CLEANING_MS) return;
    this.#cleanedAt = time;
    const expired = await tokens.listExpired();
    await tokens.revoke(
      SYSTEM_ACTOR.urn,
      expired.map(({ id }) => id),
    );
  }
}
