import type { Scope } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import type { Actor } from './actor.ts';

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
  /** Whether the actor may use a privilege that is about no entity. */
  decide(actor: Actor, privilege: string): Decision;
  /** Whether the actor may use the privilege on each of these resources, in their order. */
  decideOn(actor: Actor, privilege: string, resources: readonly Resource[]): Promise<readonly Decision[]>;
  /** What the actor may see, as of now; a request makes one and keeps it to its end. */
  scopeOf(actor: Actor): Scope;
  /** Whether the user exists, and is neither suspended nor removed. */
  isActive(actor: Urn): boolean;
  /** Names of all privileges that the actor holds, on the resource if there is one, in alphabetical order. */
  grantedPrivileges(actor: Actor, resource?: Resource): Promise<readonly string[]>;
}
