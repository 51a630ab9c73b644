import type { AssignmentRights } from '../model/assignment-rights.ts';
import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { Actor } from './actor.ts';
import type { Explanation, ExplanationRequest } from './policy-explanation.ts';

/** What a privilege is asked for on. */
export interface Resource {
  readonly urn: Urn;
  /** The structured properties that are touched; every one of them must be allowed. Absent: it is about none. */
  readonly properties?: readonly Urn[];
}

/** An answer with what it rests on. */
export interface Decision {
  readonly allowed: boolean;
  /** The policy that allows it; undefined when none does, or when it needs none (the root actor). */
  readonly policy: Urn | undefined;
  /** Why, in one sentence. */
  readonly reason: string;
}

/**
 * Decides who may do what, by the policies as of the last commit that has been answered. Policies only ever allow:
 * what no active policy allows is denied, and a narrowed token takes away from what its actor may do.
 */
export interface Authorizer {
  /** Whether the actor may use one of the privileges, which are about no entity. */
  decide(actor: Actor, privileges: string | readonly string[]): Decision;
  /** Whether the actor may use one of the privileges on each of these resources, in their order. */
  decideOn(
    actor: Actor,
    privileges: string | readonly string[],
    resources: readonly Resource[],
  ): Promise<readonly Decision[]>;
  /** Whether nothing is denied: the root actor and the server itself, with a token that is not narrowed. */
  isUnlimited(actor: Actor): boolean;
  /** What the actor may see, as of now; a request makes one and keeps it to its end. */
  scopeOf(actor: Actor): Scope;
  /** Whether there could be entities on which the actor holds the privilege. */
  holdsSomewhere(actor: Actor, privilege: string): boolean;
  /** Whether there is anything at all that the actor may read. */
  readsAnything(actor: Actor): boolean;
  /**
   * What the actor may do to property values of these entities, `created` ones of which do not exist yet; undefined
   * when no property is hidden from the actor, and none is withheld.
   */
  assignmentRights(
    actor: Actor,
    entities: readonly Urn[],
    created: ReadonlySet<Urn>,
  ): Promise<AssignmentRights | undefined>;
  /** Whether members of the group have rights by it: it has a role, or an active policy is for it or for all groups. */
  givesRights(group: string): boolean;
  /** False for a user who is suspended or soft-deleted; whether the user exists is not looked at. */
  isActive(actor: Urn): boolean;
  /** Names of all privileges that the actor holds, on the resource if there is one, in alphabetical order. */
  grantedPrivileges(actor: Actor, resource?: Resource): Promise<readonly string[]>;
  /** Decides as for a request of the actor, and says which policies come nearest if none allows it. */
  explain(actor: Actor, request: ExplanationRequest): Promise<Explanation>;
}
