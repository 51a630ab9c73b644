import type { AssignmentRights } from '../../model/access/assignment-rights.ts';
import type { TagRights } from '../../model/access/tag-rights.ts';
import { isDecidedByUrn, type EntityAttributes, type EntityPredicate } from '../../model/entity-predicate.ts';
import { grantsOf, isAboutEntity, type Grant } from '../../model/access/grants.ts';
import { PLATFORM_PRIVILEGES, RESOURCE_PRIVILEGES } from '../../model/access/privileges.ts';
import { reasonOf, type Reason } from '../../model/access/reason.ts';
import type { ReadRules } from '../../model/access/read-rules.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { scopeOf } from '../../query/visibility/visibility.ts';
import { attributesOfUrn } from '../../model/entity-attributes.ts';
import type { ReadAttributes } from '../../query/visibility/judged-entities.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR, type Actor } from '../actor.ts';
import { ActorRights } from './actor-rights.ts';
import { allowed, decideAmong, denied, missing } from './decide-among.ts';
import type { Authorizer, Decision, Resource, TagWrite } from '../authorizer.ts';
import { restrictionDenial } from './restricted-rights.ts';
import { nearMisses, type Explanation, type ExplanationRequest } from './policy-explanation.ts';
import { attributesOfNew } from './entity-attributes.ts';
import { assignmentRightsOf } from './assignment-rights-of.ts';
import { tagRightsOf } from './tag-rights-of.ts';
import type { PolicyDirectory } from './policy-directory.ts';
import { grantingPolicies, type GrantingPolicy } from './policy-holders.ts';

/** Dependencies of {@link PolicyAuthorizer}. */
export interface AuthorizerParts {
  readonly directory: PolicyDirectory;
  readonly properties: PropertyDirectory;
  readonly readAttributes: ReadAttributes;
}

/** Maximum actors whose rights are cached; beyond it the cache is cleared. */
const MAX_CACHED = 20_000;

const UNLIMITED = new ActorRights([], { isUnlimited: true });
const NONE = new ActorRights([]);

/** Authorizes by the policies of the catalog. Caches each actor's rights until policies or its membership change. */
export class PolicyAuthorizer implements Authorizer {
  readonly #parts: AuthorizerParts;
  readonly #known = new Map<Urn, { readonly member: object; readonly rights: ActorRights }>();
  #version = -1;

  constructor(parts: AuthorizerParts) {
    this.#parts = parts;
  }

  /** The effective rights of the actor, without the restriction of a token. */
  rightsOf(actor: Urn): ActorRights {
    if (actor === ROOT_ACTOR || actor === SYSTEM_ACTOR.urn) return UNLIMITED;
    const { directory } = this.#parts;
    if (this.#version !== directory.version || this.#known.size > MAX_CACHED) {
      this.#known.clear();
      this.#version = directory.version;
    }
    const member = directory.memberOf(actor);
    const known = this.#known.get(actor);
    if (known?.member === member) return known.rights;
    const rights = directory.isActive(actor)
      ? new ActorRights(grantsOf(directory.policies(), directory.factsOf(actor)), { viewer: actor })
      : NONE;
    this.#known.set(actor, { member, rights });
    return rights;
  }

  /** The read rules of an account, even if it is suspended or deleted. */
  #rulesOf(actor: Urn): ReadRules {
    const { directory } = this.#parts;
    const isActive = actor === ROOT_ACTOR || actor === SYSTEM_ACTOR.urn || directory.isActive(actor);
    if (isActive) return this.rightsOf(actor).readRules(undefined);
    const grants = grantsOf(directory.policies(), directory.factsOf(actor));
    return new ActorRights(grants, { viewer: actor }).readRules(undefined);
  }

  decide(actor: Actor, privileges: string | readonly string[]): Decision {
    const rights = this.rightsOf(actor.urn);
    const wanted = listed(privileges);
    const { usable, denial } = withoutRestricted(actor, wanted, undefined);
    if (usable.length === 0) return denied(denial ?? missing(actor.urn, wanted));
    if (rights.isUnlimited) return UNLIMITED_DECISION;
    for (const privilege of usable) {
      const grant = rights.platformGrant(privilege);
      if (grant !== undefined) return allowed(grant, [privilege]);
    }
    return denied(missing(actor.urn, usable));
  }

  async decideOn(
    actor: Actor,
    privileges: string | readonly string[],
    resources: readonly Resource[],
  ): Promise<readonly Decision[]> {
    const rights = this.rightsOf(actor.urn);
    const wanted = listed(privileges);
    const granting = [...new Set(wanted.flatMap((privilege) => rights.granting(privilege)))];
    const attributes = await this.#attributesFor(granting, resources);
    return resources.map((resource, i) =>
      this.#decideWith(actor, { wanted, granting }, resource, attributes[i] ?? {}),
    );
  }

  #decideWith(
    actor: Actor,
    { granting, wanted }: { readonly wanted: readonly string[]; readonly granting: readonly Grant[] },
    resource: Resource,
    attributes: EntityAttributes,
  ): Decision {
    const rights = this.rightsOf(actor.urn);
    const { usable, denial } = withoutRestricted(actor, wanted, resource);
    if (usable.length === 0) return denied(denial ?? missing(actor.urn, wanted, resource.urn));
    if (rights.isUnlimited) return UNLIMITED_DECISION;
    const able = usable.length === wanted.length ? granting : usable.flatMap((one) => rights.granting(one));
    const about = able.filter((grant) => isAboutEntity(grant, attributes));
    return decideAmong(about, { actor: actor.urn, privileges: usable, ...resource });
  }

  isUnlimited(actor: Actor): boolean {
    return actor.restriction === undefined && this.rightsOf(actor.urn).isUnlimited;
  }

  scopeOf(actor: Actor): ReturnType<Authorizer['scopeOf']> {
    const { properties, readAttributes } = this.#parts;
    const readRules = this.rightsOf(actor.urn).readRules(actor.restriction);
    return scopeOf(properties, readRules, readAttributes, (maker) => this.#rulesOf(maker));
  }

  whereHeld({ restriction, urn }: Actor, privileges: readonly string[]): EntityPredicate {
    const rights = this.rightsOf(urn);
    // Other restrictions of the token depend on the entity.
    const usable = privileges.filter(
      (privilege) =>
        restriction?.readOnly !== true || !restrictionDenial({ readOnly: true }, privilege, undefined),
    );
    if (rights.isUnlimited) return usable.map(() => []);
    const grants = new Set(usable.flatMap((privilege) => rights.granting(privilege)));
    return [...grants].map(({ where }) => where);
  }

  readsAnything(actor: Actor): boolean {
    return this.rightsOf(actor.urn).readsAnything;
  }

  assignmentRights(
    actor: Actor,
    entities: readonly Urn[],
    created: ReadonlyMap<Urn, readonly Urn[]>,
  ): Promise<AssignmentRights | undefined> {
    const { readAttributes } = this.#parts;
    return assignmentRightsOf(
      this.rightsOf(actor.urn),
      actor.restriction,
      { entities, created },
      readAttributes,
    );
  }

  isTagLimited(actor: Actor): boolean {
    return this.rightsOf(actor.urn).grants.some(({ tags }) => tags.length > 0);
  }

  tagRights(actor: Actor, writes: readonly TagWrite[]): Promise<TagRights | undefined> {
    return tagRightsOf(this.rightsOf(actor.urn), writes, this.#parts.readAttributes);
  }

  givesRights(group: string): boolean {
    return this.#parts.directory.givesRights(group);
  }

  isActive(actor: Urn): boolean {
    return actor === ROOT_ACTOR || this.#parts.directory.isActive(actor);
  }

  async grantedPrivileges(actor: Actor, resource?: Resource): Promise<readonly string[]> {
    if (this.isUnlimited(actor)) return EVERY_PRIVILEGE;
    const rights = this.rightsOf(actor.urn);
    const names = rights.isUnlimited ? EVERY_PRIVILEGE : [...new Set(namesIn(rights.grants))].sort();
    if (resource === undefined) return names.filter((privilege) => this.decide(actor, privilege).allowed);
    const granting = new Set(names.flatMap((privilege) => rights.granting(privilege)));
    const [attributes = {}] = await this.#attributesFor([...granting], [resource]);
    return names.filter((privilege) => {
      const asked = { wanted: [privilege], granting: rights.granting(privilege) };
      return this.#decideWith(actor, asked, resource, attributes).allowed;
    });
  }

  async explain(actor: Actor, request: ExplanationRequest): Promise<Explanation> {
    const { privilege, resource } = request;
    const decision = resource
      ? (await this.decideOn(actor, privilege, [resource]))[0]
      : this.decide(actor, privilege);
    const {
      allowed = false,
      policy,
      reason = missing(actor.urn, [privilege], resource?.urn),
    } = decision ?? {};
    const asked = { actor: actor.urn, privilege, resource: resource?.urn, allowed, policy, reason };
    if (allowed) return { ...asked, nearest: [] };
    const { directory, readAttributes } = this.#parts;
    const read = resource?.isUnseen !== true && resource && (await readAttributes([resource.urn]));
    const attributes = resource && (read ? read.get(resource.urn) : attributesOfUrn(resource.urn));
    const facts = directory.factsOf(actor.urn);
    return {
      ...asked,
      nearest: nearMisses(directory.policies(), facts, request, resource && (attributes ?? {})),
    };
  }

  async grantingPolicies(entity: Urn, privileges: readonly string[]): Promise<readonly GrantingPolicy[]> {
    const { directory, readAttributes } = this.#parts;
    const attributes = (await readAttributes([entity])).get(entity) ?? attributesOfUrn(entity);
    return grantingPolicies(directory.policies(), privileges, attributes, (actor) => this.isActive(actor));
  }

  /** The resource attributes that the grants depend on, in resource order; read only if urns do not suffice. */
  async #attributesFor(
    grants: readonly Grant[],
    resources: readonly Resource[],
  ): Promise<readonly EntityAttributes[]> {
    const urns = resources.map(({ urn }) => urn);
    if (grants.every(({ where }) => where.every(isDecidedByUrn))) return urns.map(attributesOfUrn);
    const asked = new Set(grants.flatMap(({ where }) => where.map(({ attribute }) => attribute)));
    const seen = resources.flatMap(
      ({ inDomain, isUnseen, urn }) => inDomain ?? (isUnseen === true ? [] : urn),
    );
    const read = await this.#parts.readAttributes([...new Set(seen)], asked);
    return resources.map(({ inDomain, urn }) =>
      inDomain === undefined
        ? (read.get(urn) ?? attributesOfUrn(urn))
        : attributesOfNew(urn, read.get(inDomain) ?? attributesOfUrn(inDomain)),
    );
  }
}

function listed(privileges: string | readonly string[]): readonly string[] {
  return typeof privileges === 'string' ? [privileges] : privileges;
}

/** The privileges that the restriction of the token permits, and the first denial. */
function withoutRestricted(
  { restriction }: Actor,
  privileges: readonly string[],
  resource: Resource | undefined,
): { readonly usable: readonly string[]; readonly denial: Reason | undefined } {
  if (restriction === undefined) return { usable: privileges, denial: undefined };
  const denials = privileges.map((privilege) => restrictionDenial(restriction, privilege, resource));
  return {
    usable: privileges.filter((_, i) => denials[i] === undefined),
    denial: denials[0],
  };
}

const UNLIMITED_DECISION: Decision = {
  allowed: true,
  policy: undefined,
  reason: reasonOf('ROOT', 'The root actor may do everything.'),
};

/** Names of all privileges, in alphabetical order. */
const EVERY_PRIVILEGE: readonly string[] = [
  ...new Set(
    [...PLATFORM_PRIVILEGES, ...RESOURCE_PRIVILEGES.flatMap(({ privileges }) => privileges)].map(
      ({ name }) => name,
    ),
  ),
].sort();

function namesIn(grants: readonly Grant[]): readonly string[] {
  return grants.flatMap(({ privileges }) => [...privileges]);
}
