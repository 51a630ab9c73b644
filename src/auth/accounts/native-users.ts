import { timingSafeEqual } from 'node:crypto';
import type { MetadataChange } from '../../change/metadata-change.ts';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { urnKey, type Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR, type Actor } from '../actor.ts';
import {
  readCredentials,
  removeCredentials,
  replaceCredentials,
  requireCredentials,
  type Credentials,
} from './credentials.ts';
import type { Invites } from './invites.ts';
import type { LogInLimits } from './log-in-limits.ts';
import type { PolicyDirectory } from '../policies/policy-directory.ts';
import type { Passwords } from './passwords.ts';
import { tokenId } from '../tokens/token-records.ts';
import { isBuiltInName, refusalOf, requireExisting, requireUser, userStatus, userUrn } from './user-state.ts';

/** Input of {@link NativeUsers.signUp}. */
export interface SignUpRequest {
  readonly fullName: string;
  /** Becomes the user name. */
  readonly email: string;
  readonly title: string;
  readonly password: string;
  readonly inviteToken: string;
}

/** Dependencies of {@link NativeUsers}. */
export interface NativeUserParts {
  readonly reader: SystemReader;
  readonly change: MetadataChange;
  readonly passwords: Passwords;
  readonly limits: LogInLimits;
  readonly invites: Invites;
  readonly tokens: AccessTokens;
  readonly policies: Pick<PolicyDirectory, 'names'>;
  /** Whether password login is enabled. */
  readonly isOffered: boolean;
  /** Minimum length of a password that users choose, in characters. */
  readonly minLength: number;
  /** Epoch ms. */
  readonly now: () => number;
  /** Returns a new unguessable string. */
  readonly randomToken: () => string;
}

const RESET_LIFETIME_MS = 86_400_000;
/** Limits the hashing work that an unauthenticated client can cause. */
const MAX_PASSWORD_LENGTH = 1024;
const MAX_NAME_LENGTH = 256;

/** Users who log in to this catalog with a password. */
export class NativeUsers {
  readonly #parts: NativeUserParts;

  constructor(parts: NativeUserParts) {
    this.#parts = parts;
  }

  /**
   * The user with this name and password. Throws INVALID_REQUEST `Invalid Credentials` for any mismatch or inactive
   * user, TOO_MANY_REQUESTS after too many failures.
   */
  async logIn(userName: string, password: string, address: string): Promise<Urn> {
    const { limits, passwords, reader } = this.#parts;
    if (userName.trim() === '')
      throw invalidRequest('User name must not be empty.', undefined, because('NAME_MISSING'));
    return limits.attempt(userName, address, async () => {
      const user = userUrn(userName);
      const stored = user && (await readCredentials(reader, user));
      const matches =
        password.length <= MAX_PASSWORD_LENGTH && (await passwords.matches(password, stored?.password));
      if (!matches || user === undefined || !(await this.#mayLogIn(user))) throw invalidCredentials();
      return user;
    });
  }

  /** Creates a user by invitation, with the invitation's role. Throws INVALID_REQUEST for any invalid input. */
  async signUp(request: SignUpRequest, address: string): Promise<Urn> {
    const { invites, limits, now, passwords, reader, change } = this.#parts;
    const email = request.email.trim();
    const user = newUserUrn(email);
    this.#requireGoodPassword(request.password);
    const invite = await limits.attempt(undefined, address, async () => {
      const found = await invites.find(request.inviteToken);
      if (found === undefined)
        throw invalidRequest('Invalid invite token. Ask for a new link.', undefined, because('LINK_INVALID'));
      return found;
    });
    const taken = (): CatalogError =>
      invalidRequest(
        'This user already exists! Cannot create a new user. Log in, or use another email address.',
        undefined,
        because('ACCOUNT_EXISTS'),
      );
    // A policy may already name the user: the first to sign up with the name must not get its rights. The answer does not reveal
    // that.
    if (user === ROOT_ACTOR || this.#parts.policies.names(user)) throw taken();
    if ((await reader.entities([user], [])).has(user)) throw taken();
    const { fullName, title } = request;
    const info = { active: true, fullName, displayName: fullName, email, title };
    const password = await passwords.hash(request.password);
    const proposals: MetadataChangeProposal[] = [
      { urn: user, aspectName: 'corpUserInfo', changeType: 'CREATE_ENTITY', value: info },
      {
        urn: user,
        aspectName: 'corpUserStatus',
        changeType: 'UPSERT',
        value: userStatus('ACTIVE', user, now()),
      },
      ...replaceCredentials(user, { password, reset: undefined }),
    ];
    if (invite.role !== undefined) {
      const value = { roles: [invite.role] };
      proposals.push({ urn: user, aspectName: 'roleMembership', changeType: 'UPSERT', value });
    }
    await change.ingest(SYSTEM_ACTOR.urn, proposals);
    return user;
  }

  /** Sets a new password with a reset token from an administrator; revokes the user's browser sessions. */
  async resetPassword(email: string, password: string, resetToken: string, address: string): Promise<Urn> {
    const { limits } = this.#parts;
    this.#requireGoodPassword(password);
    const [user, known] = await limits.attempt(email.trim(), address, () =>
      this.#resettable(userUrn(email.trim()), resetToken),
    );
    try {
      await this.#store(user, password, user, { known });
    } catch (error) {
      // A concurrent request has used the reset token.
      if (error instanceof CatalogError && error.code === 'VALIDATION') throw invalidReset();
      throw error;
    }
    return user;
  }

  /**
   * Replaces the password of a user who knows the current one; revokes the user's browser sessions except the caller's
   * own. Throws INVALID_REQUEST for a wrong password, a bad length, or a user without one; TOO_MANY_REQUESTS after too
   * many wrong ones, counted with failed logins.
   */
  async changeOwnPassword(
    { urn, tokenId: session, source = '' }: Actor,
    { current, password }: { readonly current: string; readonly password: string },
  ): Promise<void> {
    const { isOffered, limits, passwords, reader } = this.#parts;
    if (!isOffered)
      throw invalidRequest(
        'Password login is disabled on this server.',
        undefined,
        because('PASSWORD_LOGIN_DISABLED'),
      );
    this.#requireGoodPassword(password, 'password');
    const known = await limits.attempt(urnKey(urn), source, async () => {
      const stored = await readCredentials(reader, urn);
      if (stored === undefined)
        throw invalidRequest('You have no password on this server.', undefined, because('PASSWORD_ABSENT'));
      const matches =
        current.length <= MAX_PASSWORD_LENGTH && (await passwords.matches(current, stored.password));
      if (!matches)
        throw invalidRequest('The current password is wrong.', 'current', because('PASSWORD_WRONG'));
      return stored;
    });
    await this.#store(urn, password, urn, { known, session });
  }

  /** Whether a user can change the own password, and the minimum length of a new one in characters. */
  async ownPassword(user: Urn): Promise<{ readonly isChangeable: boolean; readonly minLength: number }> {
    const { isOffered, minLength } = this.#parts;
    return { isChangeable: isOffered && (await this.hasPassword(user)), minLength };
  }

  /** Creates a reset token, valid for one day and one use, with which the user can choose a new password. */
  async createReset(user: Urn, actor: Urn): Promise<string> {
    const { change, now, randomToken, reader } = this.#parts;
    const stored = await readCredentials(reader, user);
    if (stored === undefined)
      throw invalidRequest(
        'User does not exist or is a non-native user!',
        undefined,
        because('PASSWORD_ABSENT'),
      );
    const text = randomToken();
    const reset = { tokenHash: tokenId(text), expiresAt: now() + RESET_LIFETIME_MS };
    const replaced = replaceCredentials(user, { ...stored, reset });
    await change.ingest(actor, [requireCredentials(user, stored), ...replaced]);
    return text;
  }

  /** Sets the password of an existing user, of any length up to 1024; revokes the user's browser sessions. */
  async setPassword(user: Urn, password: string, actor: Urn): Promise<void> {
    requireUser(user);
    if (password === '' || password.length > MAX_PASSWORD_LENGTH) throw badLength(1);
    await requireExisting(this.#parts.reader, [user]);
    await this.#store(user, password, actor);
  }

  /** Removes the password, so that the user can no longer log in with it; revokes the user's browser sessions. */
  async removePassword(user: Urn, actor: Urn): Promise<void> {
    requireUser(user);
    await requireExisting(this.#parts.reader, [user]);
    await this.#parts.change.ingest(actor, removeCredentials(user));
    await this.#endSessions(user, actor);
  }

  /** The user with this name, with or without a password; undefined when there is none. */
  async find(userName: string): Promise<Urn | undefined> {
    const user = userUrn(userName.trim());
    if (user === undefined) return undefined;
    return (await this.#parts.reader.entities([user], [])).has(user) ? user : undefined;
  }

  /** Whether the user has a password. */
  async hasPassword(user: Urn): Promise<boolean> {
    return (await readCredentials(this.#parts.reader, user)) !== undefined;
  }

  /** The user that the reset token belongs to, with the stored credentials; throws INVALID_REQUEST if it is invalid. */
  async #resettable(
    user: Urn | undefined,
    resetToken: string,
  ): Promise<readonly [user: Urn, known: Credentials]> {
    const { now, reader } = this.#parts;
    const stored = user && (await readCredentials(reader, user));
    const isGood =
      stored?.reset !== undefined &&
      sameText(stored.reset.tokenHash, tokenId(resetToken)) &&
      stored.reset.expiresAt > now();
    if (!isGood || user === undefined || !(await this.#mayLogIn(user))) throw invalidReset();
    return [user, stored];
  }

  /**
   * `known`: throws VALIDATION unless the stored credentials still equal these at commit; absent: no check. `session`:
   * id of a session that stays valid.
   */
  async #store(
    user: Urn,
    password: string,
    actor: Urn,
    { known, session }: { readonly known?: Credentials; readonly session?: string | undefined } = {},
  ): Promise<void> {
    const { change, passwords } = this.#parts;
    const hashed = await passwords.hash(password);
    const replaced = replaceCredentials(user, { password: hashed, reset: undefined });
    await change.ingest(actor, [...(known ? [requireCredentials(user, known)] : []), ...replaced]);
    await this.#endSessions(user, actor, session);
  }

  async #endSessions(user: Urn, actor: Urn, except?: string): Promise<void> {
    const { tokens } = this.#parts;
    const sessions = (await tokens.listSessions()).filter(
      (session) => session.actor === user && session.id !== except,
    );
    await tokens.revoke(
      actor,
      sessions.map(({ id }) => id),
    );
  }

  async #mayLogIn(user: Urn): Promise<boolean> {
    return (await refusalOf(this.#parts.reader, user, this.#parts.now())) === undefined;
  }

  #requireGoodPassword(password: string, field?: string): void {
    const { minLength } = this.#parts;
    if (password.length < minLength || password.length > MAX_PASSWORD_LENGTH) {
      throw badLength(minLength, field);
    }
  }
}

function newUserUrn(email: string): Urn {
  const user = email.length <= MAX_NAME_LENGTH ? userUrn(email) : undefined;
  if (user === undefined || (user !== ROOT_ACTOR && isBuiltInName(email)) || /[\s()]/.test(email)) {
    throw invalidRequest(
      `'${email.slice(0, MAX_NAME_LENGTH)}' cannot be a user name. Use an email address.`,
      undefined,
      because('NAME_UNUSABLE', { name: email }),
    );
  }
  return user;
}

function invalidCredentials(): CatalogError {
  return invalidRequest('Invalid Credentials', undefined, because('CREDENTIALS_WRONG'));
}

function invalidReset(): CatalogError {
  return invalidRequest(
    'Invalid reset token. Please ask your administrator to send you an updated link!',
    undefined,
    because('LINK_INVALID'),
  );
}

function badLength(minimum: number, field?: string): CatalogError {
  return invalidRequest(
    `A password must have ${minimum} to ${MAX_PASSWORD_LENGTH} characters. Choose another.`,
    field,
    because('PASSWORD_LENGTH', { least: minimum, most: MAX_PASSWORD_LENGTH }),
  );
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
