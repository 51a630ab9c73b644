import type { Actor } from '../../auth/actor.ts';
import type { Resource } from '../../auth/authorizer.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { Urn } from '../../model/urn.ts';
import { invalidRequest } from '../../errors.ts';
import { isEntityPrivilege, isPrivilege, unknownPrivilege } from '../../model/access/privileges.ts';
import { TOKEN, type Need } from '../needs.ts';
import type { ProtectedWork } from '../work.ts';

/** Platform privilege for questions about the privileges of others. */
export const MANAGE_POLICIES = 'MANAGE_POLICIES';

/** Everybody may ask about themselves. */
export const NEEDS_OF_QUESTIONS: Need<{ readonly actorUrn: EntityReference }> = {
  anyOf: [MANAGE_POLICIES],
  clauses: ({ actorUrn: { urn } }, { actor: self }) =>
    urn === self.urn ? [] : [[{ privilege: MANAGE_POLICIES }]],
  documented: TOKEN,
};

/** Throws INVALID_REQUEST unless there is such a privilege. */
export function requirePrivilege(privilege: string): void {
  if (!isPrivilege(privilege)) throw invalidRequest(unknownPrivilege(privilege), 'privilege');
}

/** Throws INVALID_REQUEST unless it is a privilege on entities. */
export function requireEntityPrivilege(privilege: string): void {
  if (isEntityPrivilege(privilege)) return;
  requirePrivilege(privilege);
  throw invalidRequest(
    `'${privilege}' is a privilege of the platform, which nobody holds on an entity. appConfig.policiesConfig.resourcePrivileges lists those on entities.`,
    'privilege',
  );
}

/** The actor that is asked about: the caller with its token, or anybody else. */
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
 * The resource as the caller sees it. An entity that it does not see is judged by its urn only, like one that does not
 * exist: a criterion that excludes would tell them apart.
 */
export function asSeen<R extends Resource>(resource: R, seen: ReadonlySet<Urn>): R {
  return { ...resource, isUnseen: !seen.has(resource.urn) };
}
