import type { AssignmentRights } from '../model/access/assignment-rights.ts';
import type { Reason } from '../model/access/reason.ts';
import type { TagRights } from '../model/access/tag-rights.ts';
import type { EntityPredicate } from '../model/entity-predicate.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { Actor } from './actor.ts';
import type { Explanation, ExplanationRequest } from './policies/policy-explanation.ts';
import type { GrantingPolicy } from './policies/policy-holders.ts';

/** The resource of an authorization check. */
export interface Resource {
  readonly urn: Urn;
  /** Structured properties that the operation affects; all of them must be allowed. Absent: none. */
  readonly properties?: readonly Urn[];
  /** Judge the entity by its urn only, whether or not it exists: the caller may not see its attributes. */
  readonly isUnseen?: boolean;
  /** Judge the entity, which does not exist yet, by its urn, as if it were in this domain and had no other attributes. */
  readonly inDomain?: Urn;
}

/** A write of an aspect that can contain tags. */
export interface TagWrite {
  readonly urn: Urn;
  readonly operation: 'create' | 'update' | 'remove';
  readonly aspectName: string | undefined;
  /** The domains of an entity that does not exist yet; absent: none. */
  readonly domains?: readonly Urn[] | undefined;
}

/** Result of an authorization check. */
export interface Decision {
  readonly allowed: boolean;
  /** The policy that allows it; undefined when none does or none is needed (root actor). */
  readonly policy: Urn | undefined;
  /** Why, in one sentence. */
  readonly reason: Reason;
}

/**
 * Authorizes operations by the active policies, as of the last acknowledged commit. Policies only allow: what no
 * active policy allows is denied. A restricted token limits its actor's rights further.
 */
export interface Authorizer {
  /** Whether the actor holds one of the platform privileges. */
  decide(actor: Actor, privileges: string | readonly string[]): Decision;
  /** Whether the actor holds one of the privileges on each resource; decisions in the order of the resources. */
  decideOn(
    actor: Actor,
    privileges: string | readonly string[],
    resources: readonly Resource[],
  ): Promise<readonly Decision[]>;
  /** True if nothing is denied: the root actor and the server itself, unless the token is restricted. */
  isUnlimited(actor: Actor): boolean;
  /** What the actor may see now. Each request creates one scope and keeps it until it ends. */
  scopeOf(actor: Actor): Scope;
  /** The entities on which the actor holds one of these privileges, at least for some properties; empty: none. */
  whereHeld(actor: Actor, privileges: readonly string[]): EntityPredicate;
  /** Whether the actor may read anything at all. */
  readsAnything(actor: Actor): boolean;
  /**
   * The actor's rights on property values of these entities. Those in `created` do not exist yet; the actor needs the
   * rights in each domain given there. Undefined when no property is restricted for the actor.
   */
  assignmentRights(
    actor: Actor,
    entities: readonly Urn[],
    created: ReadonlyMap<Urn, readonly Urn[]>,
  ): Promise<AssignmentRights | undefined>;
  /** Whether a policy that allows the actor to change tags, on any entity, covers only some tags. */
  isTagLimited(actor: Actor): boolean;
  /** The actor's rights on the tags in these aspects. Undefined when no tag is restricted in any of them. */
  tagRights(actor: Actor, writes: readonly TagWrite[]): Promise<TagRights | undefined>;
  /** Whether membership of the group grants rights: by a role, or by an active policy for the group or all groups. */
  givesRights(group: string): boolean;
  /** False for a suspended or soft-deleted user. Does not check that the user exists. */
  isActive(actor: Urn): boolean;
  /** Names of all privileges that the actor holds, on the resource if given, in alphabetical order. */
  grantedPrivileges(actor: Actor, resource?: Resource): Promise<readonly string[]>;
  /** Decides as for a request of the actor; on denial also reports the policies that come closest to allowing it. */
  explain(actor: Actor, request: ExplanationRequest): Promise<Explanation>;
  /** The active policies that grant any of these privileges on the entity, with their holders; in urn order. */
  grantingPolicies(entity: Urn, privileges: readonly string[]): Promise<readonly GrantingPolicy[]>;
}
