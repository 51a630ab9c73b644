import { invalidRequest } from '../errors.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { AccountAccessParts } from './account-parts.ts';
import { ROOT_ACTOR } from './actor.ts';
import type { Permit } from './permit.ts';
import { profilePatch } from './profile-patch.ts';
import { removeUser } from './remove-user.ts';
import { MANAGE_ACCOUNTS, forbidden, requireAny, requireType } from './rights.ts';
import type { Rights } from './rights.ts';
import { USER_TYPE, requireExisting, requireUser, userStatus } from './user-state.ts';

/** Input of {@link UserAccess.createUser}; the user has no password. */
export interface UserRequest {
  readonly user: Urn;
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
}

/** Operations on users for one caller; only the root actor may change the credentials of the root actor. */
export interface UserAccess {
  /** Throws FORBIDDEN without MANAGE_USERS_AND_GROUPS. */
  requireAccountRights(): void;
  /** Creates an active user; throws INVALID_REQUEST when it exists. */
  createUser(request: UserRequest, permit: Permit): Promise<void>;
  /**
   * Suspends a user, effective on its tokens and sessions with the next request, or reactivates a suspended user, whose
   * tokens work again. Throws NOT_FOUND when the user does not exist, INVALID_REQUEST for suspending the root actor.
   */
  updateUserStatus(user: Urn, status: 'ACTIVE' | 'SUSPENDED', permit: Permit): Promise<void>;
  /** Hard-deletes a user with all tokens and sessions; inbound references are removed asynchronously. */
  removeUser(user: Urn, permit: Permit): Promise<void>;
  /** Updates a user's editable profile; members that are left out stay unchanged. Users may update their own. */
  updateUserProfile(user: Urn, members: JsonObject, permit: Permit): Promise<void>;
  /** Sets a user's password, of any length up to 1024; revokes the user's browser sessions. */
  setPassword(user: Urn, password: string, permit: Permit): Promise<void>;
  removePassword(user: Urn, permit: Permit): Promise<void>;
  /** Whether the user has a password. Needs no privilege, because this is not secret. */
  hasPassword(user: Urn): Promise<boolean>;
  /** Creates a reset token, valid for one day and one use, with which the user can choose a new password. */
  createPasswordReset(user: Urn, permit: Permit): Promise<string>;
}

/** Creates the user operations of one caller. */
export function openUsers(parts: AccountAccessParts, rights: Rights): UserAccess {
  const { change, nativeUsers, now, reader } = parts;
  const self = rights.actor.urn;
  return {
    requireAccountRights: () => requireAny(rights, MANAGE_ACCOUNTS),
    createUser: async (request) => {
      requireType(rights, USER_TYPE);
      await createUser(parts, self, request);
    },
    updateUserStatus: async (user, status) => {
      requireUser(user);
      requireType(rights, USER_TYPE);
      if (user === ROOT_ACTOR && status === 'SUSPENDED') {
        throw invalidRequest(`${ROOT_ACTOR} cannot be suspended: nobody could reactivate it.`);
      }
      await requireExisting(reader, [user]);
      const value = userStatus(status, self, now());
      await change.ingest(self, [{ urn: user, aspectName: 'corpUserStatus', changeType: 'UPSERT', value }]);
    },
    removeUser: async (user) => {
      requireUser(user);
      requireType(rights, USER_TYPE);
      await removeUser(parts, self, user);
      parts.references.remove(user, self);
    },
    updateUserProfile: async (user, members) => {
      requireUser(user);
      if (user === self && rights.actor.narrowing !== undefined) {
        throw forbidden('A narrowed token cannot change a profile.');
      }
      await requireExisting(reader, [user]);
      await change.ingest(self, [profilePatch(user, 'corpUserEditableInfo', members)]);
    },
    setPassword: async (user, password) => {
      requireOwnRootCredentials(rights, user);
      await nativeUsers.setPassword(user, password, self);
    },
    removePassword: async (user) => {
      requireOwnRootCredentials(rights, user);
      await nativeUsers.removePassword(user, self);
    },
    hasPassword: (user) => nativeUsers.hasPassword(user),
    createPasswordReset: async (user) => {
      requireOwnRootCredentials(rights, user);
      return nativeUsers.createReset(user, self);
    },
  };
}

/**
 * Only the root actor may set its own password: anyone else who could would gain its rights. A narrowed token sets none:
 * logging in with it would give all rights.
 */
function requireOwnRootCredentials(rights: Rights, user: Urn): void {
  requireUser(user);
  if (rights.actor.narrowing !== undefined) throw forbidden('A narrowed token cannot change passwords.');
  if (user === ROOT_ACTOR && rights.actor.urn !== ROOT_ACTOR) {
    throw forbidden(`Only ${ROOT_ACTOR} itself can change its password.`);
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
