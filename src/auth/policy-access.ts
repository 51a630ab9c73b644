import type { Authorizer, Resource } from './authorizer.ts';
import { ROOT_ACTOR } from './actor.ts';
import type { Actor } from './actor.ts';
import type { Urn } from '../model/urn.ts';
import type { Explanation, ExplanationRequest } from './policy-explanation.ts';
import { requirePlatform } from './rights.ts';

/** What one caller may ask about rights. */
export interface PolicyAccess {
  /** Names of the caller's own privileges, on the resource if there is one, in alphabetical order. */
  ownPrivileges(resource?: Resource): Promise<readonly string[]>;
  /** Names of the privileges of any actor; FORBIDDEN about others unless the caller manages policies. */
  grantedPrivileges(actor: Actor['urn'], resource?: Resource): Promise<readonly string[]>;
  /**
   * Why an actor may, or may not, do something; FORBIDDEN about others unless the caller manages policies. Only then
   * are policies shown that come near: they tell of entities that the caller may not see. What does not exist for the
   * caller, of all that the request names, is `unknown`.
   */
  explain(request: ExplanationRequest): Promise<Explanation & { readonly unknown: readonly Urn[] }>;
}

const DENIAL = 'Unauthorized to perform this action. Please contact your DataHub administrator.';
const MANAGE = 'MANAGE_POLICIES';

/** Opens what policies say for one caller; `existing` tells which of the entities there are for it. */
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
  return {
    ownPrivileges: (resource) => authorizer.grantedPrivileges(actor, resource),
    grantedPrivileges: async (urn, resource) => authorizer.grantedPrivileges(about(urn), resource),
    explain: async (request) => {
      const explanation = await authorizer.explain(about(request.actor), request);
      const mayKnow = authorizer.decide(actor, MANAGE).allowed;
      const { resource } = request;
      const named = [request.actor, ...(resource ? [resource.urn, ...(resource.properties ?? [])] : [])];
      const found = await existing(named);
      const unknown = named.filter((urn) => !found.has(urn) && urn !== ROOT_ACTOR);
      return { ...explanation, unknown, ...(!mayKnow && { nearest: [] }) };
    },
  };
}
