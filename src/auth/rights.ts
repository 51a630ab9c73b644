import { CatalogError } from '../errors.ts';
import type { EntityPredicate } from '../model/entity-predicate.ts';
import type { Urn } from '../model/urn.ts';
import { listText } from '../util/list-text.ts';
import type { Actor } from './actor.ts';
import type { Authorizer } from './authorizer.ts';

/** An entity on which a privilege is not held. */
export interface DeniedOn {
  readonly urn: Urn;
  readonly reason: string;
}

/** Privilege checks on the caller for the operations on tokens and accounts. */
export interface Rights {
  readonly actor: Actor;
  /** Whether the caller holds the platform privilege. */
  holds(privilege: string): boolean;
  /** Why the caller holds none of these platform privileges; undefined when it holds one. */
  denialOf(privileges: readonly string[]): string | undefined;
  /** Whether the caller holds the privilege on the entity. */
  holdsOn(privilege: string, urn: Urn): Promise<boolean>;
  /** The entities on which the caller holds the privilege. */
  heldOn(privilege: string, urns: readonly Urn[]): Promise<ReadonlySet<Urn>>;
  /** The entities on which the caller holds one of these privileges, at least for some properties; empty: none. */
  whereHeld(privileges: readonly string[]): EntityPredicate;
  /** The first entity on which the caller does not hold the privilege, and why; undefined when there is none. */
  firstDenied(privilege: string, urns: readonly Urn[]): Promise<DeniedOn | undefined>;
  /** Whether membership of the group grants rights. */
  givesRights(group: Urn): boolean;
}

/** Throws FORBIDDEN, with DataHub's message and the missing privileges, unless the caller holds one of them. */
export function requireAny(rights: Rights, ...privileges: readonly [string, ...string[]]): void {
  const denial = rights.denialOf(privileges);
  if (denial !== undefined) throw forbidden(missingPrivilege(rights, privileges, denial));
}

/** Error text with the caller and the needed platform privileges. `denial`: why they are not held. */
export function missingPrivilege(rights: Rights, privileges: readonly string[], denial: string): string {
  const needed = `needs the privilege ${privileges.join(' or ')}.`;
  // With a restricted token, the actor itself may hold the privilege.
  return rights.actor.restriction === undefined
    ? `${rights.actor.urn} ${needed}`
    : `This ${needed} (${denial})`;
}

/** Message of refusals, in DataHub's words. */
export const UNAUTHORIZED = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

/** A FORBIDDEN error with DataHub's message, followed by the reason. */
export function forbidden(reason: string): CatalogError {
  return new CatalogError('FORBIDDEN', `${UNAUTHORIZED} ${reason}`);
}

/**
 * Throws FORBIDDEN when the caller's token is restricted to other entity types. The platform privilege does not
 * distinguish them: users and groups share it.
 */
export function requireType({ actor: { restriction } }: Rights, entityType: string): void {
  const types = restriction?.entityTypes;
  if (types === undefined || types.includes(entityType)) return;
  throw forbidden(`The token is restricted to entities of type ${listText(types)}.`);
}

/** Creates the privilege checks of one actor. */
export function rightsOf(actor: Actor, authorizer: Authorizer): Rights {
  const deniedOn = async (privilege: string, urns: readonly Urn[]): Promise<readonly DeniedOn[]> => {
    const on = urns.map((urn) => ({ urn }));
    const decisions = await authorizer.decideOn(actor, privilege, on);
    return urns.flatMap((urn, i) => {
      const decision = decisions[i];
      return decision?.allowed === true ? [] : [{ urn, reason: decision?.reason.text ?? '' }];
    });
  };
  return {
    actor,
    holds: (privilege) => authorizer.decide(actor, privilege).allowed,
    denialOf: (privileges) => {
      const { allowed, reason } = authorizer.decide(actor, privileges);
      return allowed ? undefined : reason.text;
    },
    holdsOn: async (privilege, urn) => (await deniedOn(privilege, [urn])).length === 0,
    firstDenied: async (privilege, urns) => (await deniedOn(privilege, urns))[0],
    heldOn: async (privilege, urns) => {
      const held = new Set(urns);
      for (const { urn } of await deniedOn(privilege, urns)) held.delete(urn);
      return held;
    },
    whereHeld: (privileges) => authorizer.whereHeld(actor, privileges),
    givesRights: (group) => authorizer.givesRights(group),
  };
}

/** Throws FORBIDDEN when no policy lets the actor read anything. */
export function requireReadAccess(actor: Actor, authorizer: Pick<Authorizer, 'readsAnything'>): void {
  if (authorizer.readsAnything(actor)) return;
  throw new CatalogError(
    'FORBIDDEN',
    `Unauthorized to read the catalog. No active policy lets ${actor.urn} read anything. Ask an administrator for a policy.`,
  );
}

/** Throws FORBIDDEN with the message `denial` and the reason unless the actor holds one of the platform privileges. */
export function requirePlatform(
  actor: Actor,
  authorizer: Authorizer,
  privilege: string | readonly string[],
  denial: string,
): void {
  const { allowed, reason } = authorizer.decide(actor, privilege);
  if (!allowed) throw new CatalogError('FORBIDDEN', `${denial} (${reason.text})`);
}
