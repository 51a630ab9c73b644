import type { Actor } from '../../auth/actor.ts';
import type { Resource } from '../../auth/authorizer.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { Urn } from '../../model/urn.ts';
import { invalidRequest } from '../../errors.ts';
import { isEntityPrivilege, isPrivilege, unknownPrivilege } from '../../model/access/privileges.ts';
import { TOKEN, type Need } from '../needs.ts';
import type { ProtectedWork } from '../work.ts';
import { because } from '../../refusals.ts';

/** Platform privilege to query the privileges of others. */
export const MANAGE_POLICIES = 'MANAGE_POLICIES';

/** The need of queries for privileges: callers may query their own. */
export const NEEDS_OF_QUESTIONS: Need<{ readonly actorUrn: EntityReference }> = {
  anyOf: [MANAGE_POLICIES],
  clauses: ({ actorUrn: { urn } }, { actor: self }) =>
    urn === self.urn ? [] : [[{ privilege: MANAGE_POLICIES }]],
  documented: TOKEN,
};

/** Throws INVALID_REQUEST unless the privilege exists. */
export function requirePrivilege(privilege: string): void {
  if (!isPrivilege(privilege))
    throw invalidRequest(unknownPrivilege(privilege), 'privilege', because('POLICY_PART_UNKNOWN'));
}

/** Throws INVALID_REQUEST unless it is a privilege on entities. */
export function requireEntityPrivilege(privilege: string): void {
  if (isEntityPrivilege(privilege)) return;
  requirePrivilege(privilege);
  throw invalidRequest(
    `'${privilege}' is a platform privilege, which is not held on entities. appConfig.policiesConfig.resourcePrivileges lists those on entities.`,
    'privilege',
    because('POLICY_PART_UNKNOWN'),
  );
}

/** The queried actor: the caller with its token, or another actor. */
export function askedAbout(urn: Urn, { actor }: ProtectedWork): Actor {
  return urn === actor.urn ? actor : { urn, tokenId: undefined };
}

/** Names of an actor's privileges, on the resource if given, in alphabetical order. */
export async function privilegesOf(
  actor: Actor,
  resource: Resource | undefined,
  work: ProtectedWork,
): Promise<readonly string[]> {
  const seen = resource && asSeen(resource, await work.query.existing([resource.urn], work.anyScope));
  return work.services.authorizer.grantedPrivileges(actor, seen);
}

/**
 * The resource as the caller sees it. A hidden entity is evaluated by its urn only, like a missing one: otherwise an
 * excluding criterion would distinguish them.
 */
export function asSeen<R extends Resource>(resource: R, seen: ReadonlySet<Urn>): R {
  return { ...resource, isUnseen: !seen.has(resource.urn) };
}
