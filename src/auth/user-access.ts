import { invalidRequest } from '../errors.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { AccountAccessParts } from './account-parts.ts';
import { ROOT_ACTOR } from './actor.ts';
import { profileDenial, profilePatch, profilePrivileges } from './profile-patch.ts';
import { removeUser } from './remove-user.ts';
import { MANAGE_ACCOUNTS, forbidden, requireAny } from './rights.ts';
import type { Rights } from './rights.ts';
import { requireExisting, requireUser, userStatus } from './user-state.ts';

/** A user to be made, without a password. */
export interface UserRequest {
  readonly user: Urn;
  readonly displayName: string | undefined;
  readonly email: string | undefined;
}

/** Users as one caller may change them. */
export interface UserAccess {
  /** Throws FORBIDDEN unless the caller may see all users and groups as an administrator does. */
  requireAccountRights(): void;
  /** INVALID_REQUEST when the user exists. */
  createUser(request: UserRequest): Promise<void>;
  /** Suspends a user, whose tokens and sessions stop working at once, or lets the user in again. */
  updateUserStatus(user: Urn, status: 'ACTIVE' | 'SUSPENDED'): Promise<void>;
  /** Removes a user with all tokens and sessions; what mentions the user follows. */
  removeUser(user: Urn): Promise<void>;
  /** Changes what a user has written about itself; members that are left out stay. */
  updateUserProfile(user: Urn, members: JsonObject): Promise<void>;
  /** Gives a user a password, however short; browser sessions end. */
  setPassword(user: Urn, password: string): Promise<void>;
  removePassword(user: Urn): Promise<void>;
  /** Whether the user can log in with a password; that is no secret, so it needs no right. */
  hasPassword(user: Urn): Promise<boolean>;
  /** A text that lets the user choose a new password, within a day. */
  createPasswordReset(user: Urn): Promise<string>;
}

/** Opens users for one caller. */
export function openUsers(parts: AccountAccessParts, rights: Rights): UserAccess {
  const { change, nativeUsers, now, reader } = parts;
  const self = rights.actor.urn;
  return {
    requireAccountRights: () => requireAny(rights, MANAGE_ACCOUNTS),
    createUser: async (request) => {
      requireAny(rights, MANAGE_ACCOUNTS);
      await createUser(parts, self, request);
    },
    updateUserStatus: async (user, status) => {
      requireAny(rights, MANAGE_ACCOUNTS);
      requireUser(user);
      if (user === ROOT_ACTOR && status === 'SUSPENDED') {
        throw invalidRequest(`${ROOT_ACTOR} cannot be suspended: nobody could undo it.`);
      }
      await requireExisting(reader, [user]);
      const value = userStatus(status, self, now());
      await change.ingest(self, [{ urn: user, aspectName: 'corpUserStatus', changeType: 'UPSERT', value }]);
    },
    removeUser: async (user) => {
      requireAny(rights, MANAGE_ACCOUNTS);
      requireUser(user);
      await removeUser(parts, self, user);
      parts.references.remove(user, self);
    },
    updateUserProfile: async (user, members) => {
      requireUser(user);
      if (user !== self) {
        for (const privilege of profilePrivileges(members, () => 'EDIT_USER_PROFILE')) {
          await rights.requireOn(privilege, user, profileDenial(user));
        }
      } else if (rights.actor.narrowing !== undefined)
        throw forbidden('A narrowed token changes no profile.');
      await requireExisting(reader, [user]);
      await change.ingest(self, [profilePatch(user, 'corpUserEditableInfo', members)]);
    },
    setPassword: async (user, password) => {
      requireCredentialRights(rights, user);
      await nativeUsers.setPassword(user, password, self);
    },
    removePassword: async (user) => {
      requireCredentialRights(rights, user);
      await nativeUsers.removePassword(user, self);
    },
    hasPassword: (user) => nativeUsers.hasPassword(user),
    createPasswordReset: async (user) => {
      requireCredentialRights(rights, user);
      return nativeUsers.createReset(user, self);
    },
  };
}

/** Whoever could set the root actor's password would have its rights. */
function requireCredentialRights(rights: Rights, user: Urn): void {
  requireUser(user);
  requireAny(rights, 'MANAGE_USER_CREDENTIALS');
  if (user === ROOT_ACTOR && rights.actor.urn !== ROOT_ACTOR) {
    throw forbidden(`Only ${ROOT_ACTOR} sets its own password.`);
  }
}

async function createUser(
  { change, now, reader }: AccountAccessParts,
  actor: Urn,
  { displayName, email, user }: UserRequest,
): Promise<void> {
  requireUser(user);
  if ((await reader.entities([user], [], EVERYTHING)).has(user)) {
    throw invalidRequest(`This user already exists! ${user} is taken: choose another name.`);
  }
  const info = { active: true, ...(displayName && { displayName }), ...(email && { email }) };
  const status = userStatus('ACTIVE', actor, now());
  await change.ingest(actor, [
    { urn: user, aspectName: 'corpUserInfo', changeType: 'CREATE_ENTITY', value: info },
    { urn: user, aspectName: 'corpUserStatus', changeType: 'UPSERT', value: status },
  ]);
}
