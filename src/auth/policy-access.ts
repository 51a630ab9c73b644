import type { Authorizer, Resource } from './authorizer.ts';
import { ROOT_ACTOR } from './actor.ts';
import type { Actor } from './actor.ts';
import type { Urn } from '../model/urn.ts';
import type { Explanation, ExplanationRequest } from './policy-explanation.ts';
import { requirePlatform } from './rights.ts';

/**
 * Questions about privileges for one caller. An entity that the caller does not see is judged by its urn only, like one
 * that does not exist: a criterion that excludes would tell them apart.
 */
export interface PolicyAccess {
  /** Names of the caller's own privileges, on the resource if given, in alphabetical order. */
  ownPrivileges(resource?: Resource): Promise<readonly string[]>;
  /**
   * Names of an actor's privileges, on the resource if given, in alphabetical order. Throws FORBIDDEN about other
   * actors without MANAGE_POLICIES.
   */
  grantedPrivileges(actor: Actor['urn'], resource?: Resource): Promise<readonly string[]>;
  /**
   * Explains why an actor is allowed or denied a privilege. Throws FORBIDDEN about other actors without
   * MANAGE_POLICIES, and omits `nearest` without it, because policies may name entities that the caller may not see.
   * `unknown`: the urns in the request that do not exist or are hidden from the caller.
   */
  explain(request: ExplanationRequest): Promise<Explanation & { readonly unknown: readonly Urn[] }>;
}

const DENIAL = 'Unauthorized to perform this action. Please contact your DataHub administrator.';
const MANAGE = 'MANAGE_POLICIES';

/** Creates the policy access of one caller; `existing` returns the entities that exist and are visible to it. */
export function openPolicies(
  actor: Actor,
  authorizer: Authorizer,
  existing: (urns: readonly Urn[]) => Promise<ReadonlySet<Urn>>,
): PolicyAccess {
  const about = (urn: Actor['urn']): Actor => {
    if (urn === actor.urn) return actor;
    requirePlatform(actor, authorizer, MANAGE, DENIAL);
    return { urn, tokenId: undefined };
  };
  const asSeen = async (resource?: Resource): Promise<Resource | undefined> =>
    resource && { ...resource, isUnseen: !(await existing([resource.urn])).has(resource.urn) };
  return {
    ownPrivileges: async (resource) => authorizer.grantedPrivileges(actor, await asSeen(resource)),
    grantedPrivileges: async (urn, resource) =>
      authorizer.grantedPrivileges(about(urn), await asSeen(resource)),
    explain: async (request) => {
      const subject = about(request.actor);
      const mayKnow = authorizer.decide(actor, MANAGE).allowed;
      const { resource } = request;
      const named = [request.actor, ...(resource ? [resource.urn, ...(resource.properties ?? [])] : [])];
      const found = await existing(named);
      const explanation = await authorizer.explain(subject, {
        ...request,
        ...(resource && { resource: { ...resource, isUnseen: !found.has(resource.urn) } }),
      });
      const unknown = named.filter((urn) => !found.has(urn) && urn !== ROOT_ACTOR);
      return { ...explanation, unknown, ...(!mayKnow && { nearest: [] }) };
    },
  };
}
