import { CatalogError, invalidRequest } from '../errors.ts';
import type { LogInMethod } from '../model/log-in-method.ts';
import type { Urn } from '../model/urn.ts';
import type { AccessTokens } from './access-tokens.ts';
import { SYSTEM_ACTOR } from './actor.ts';
import type { Actor } from './actor.ts';
import type { AuditLog } from './audit-log.ts';
import type { NativeUsers, SignUpRequest } from './native-users.ts';
import type { OidcLogIn, StartedLogIn } from './oidc/oidc-log-in.ts';

/** A browser session that has begun. */
export interface BrowserSession {
  readonly actor: Urn;
  /** What the browser has to show from now on; stored as a hash only. */
  readonly text: string;
  readonly lifetimeMs: number;
}

/** What signing in is made of. */
export interface SignInParts {
  readonly tokens: AccessTokens;
  readonly nativeUsers: NativeUsers;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly sessionMs: number;
  /** Whether people may log in with a password. */
  readonly passwords: boolean;
  /** Undefined: there is no other login service. */
  readonly oidc: OidcLogIn | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/** How often expired sessions are looked for. */
const CLEANING_MS = 3_600_000;

/** Begins and ends browser sessions; each attempt is on record. */
export class SignIn {
  readonly #parts: SignInParts;
  #cleanedAt = 0;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Whether people may log in with a password. */
  get offersPasswords(): boolean {
    return this.#parts.passwords;
  }

  /** Whether people may log in with another service. */
  get offersOidc(): boolean {
    return this.#parts.oidc !== undefined;
  }

  /** The actor of a session; UNAUTHENTICATED when it is unknown, ended or expired. */
  authenticate(text: string): Promise<Actor> {
    return this.#parts.tokens.authenticateSession(text);
  }

  /** Begins a session with user name and password. */
  withPassword(userName: string, password: string, address: string): Promise<BrowserSession> {
    return this.#begin('PASSWORD_LOGIN', userName, () =>
      this.#nativeUsers().logIn(userName, password, address),
    );
  }

  /** Makes a user out of an invitation and begins its first session. */
  signUp(request: SignUpRequest, address: string): Promise<BrowserSession> {
    return this.#begin('SIGN_UP_LINK_LOGIN', request.email, () =>
      this.#nativeUsers().signUp(request, address),
    );
  }

  /** Chooses a new password with the text that an administrator has handed over, and begins a session. */
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

  /** Leads a browser to the other login service, and in the end to a path of this server. */
  async startOidc(target: string): Promise<StartedLogIn> {
    return this.#oidc().start(target);
  }

  /** Begins a session for a browser that comes back from the other login service. */
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

  /** Ends a session; nothing happens when there is none. */
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
    const { audit, nativeUsers, sessionMs, tokens } = this.#parts;
    try {
      const actor = await recognise();
      await this.#removeExpired();
      const { token } = await tokens.issueSession(actor, sessionMs);
      audit.record({ kind: 'logIn', actor, logInMethod });
      return { actor, text: token, lifetimeMs: sessionMs };
    } catch (error) {
      if (error instanceof CatalogError) {
        // What somebody has typed where the name belongs may be a password.
        const actor = await nativeUsers.find(userName);
        audit.record({ kind: 'failedLogIn', logInMethod, ...(actor !== undefined && { actor }) });
      }
      throw error;
    }
  }

  #nativeUsers(): NativeUsers {
    if (this.#parts.passwords) return this.#parts.nativeUsers;
    throw invalidRequest('Native authentication is not enabled on the server. Use single sign-on.');
  }

  #oidc(): OidcLogIn {
    if (this.#parts.oidc !== undefined) return this.#parts.oidc;
    throw invalidRequest('SSO is not configured. Log in with a password.');
  }

  /** Sessions that nobody ended would pile up. */
  async #removeExpired(): Promise<void> {
    const { now, tokens } = this.#parts;
    const time = now();
    if (time - this.#cleanedAt < CLEANING_MS) return;
    this.#cleanedAt = time;
    const expired = (await tokens.listSessions()).filter(({ expiresAt }) => (expiresAt ?? time + 1) <= time);
    await tokens.revoke(
      SYSTEM_ACTOR.urn,
      expired.map(({ id }) => id),
    );
  }
}
