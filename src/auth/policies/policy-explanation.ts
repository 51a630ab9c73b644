import { holds, type EntityAttributes, type EntityCondition } from '../../model/entity-predicate.ts';
import { grantsOf, isFor, type ActorFacts } from '../../model/access/grants.ts';
import { UNCONSTRAINED } from '../../model/access/privilege-constraints.ts';
import { fieldOfAttribute, type Policy } from '../../model/access/policy.ts';
import { reasonOf, type Reason } from '../../model/access/reason.ts';
import { propertyOfAttribute } from '../../model/properties/property-texts.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { listText } from '../../util/list-text.ts';

/** A privilege check to explain: of an actor, optionally on an entity and structured properties of it. */
export interface ExplanationRequest {
  readonly actor: Urn;
  readonly privilege: string;
  readonly resource?: {
    readonly urn: Urn;
    readonly properties?: readonly Urn[];
    /** Judge the entity by its urn only. */
    readonly isUnseen?: boolean;
  };
}

/** A policy that grants the privilege, but not for this request. */
export interface NearMiss {
  readonly policy: Urn;
  readonly name: string;
  /** Conditions of the policy that the request does not meet; never empty. */
  readonly missing: readonly Reason[];
}

/** Why an actor is allowed or denied a privilege. */
export interface Explanation {
  readonly actor: Urn;
  readonly privilege: string;
  readonly resource: Urn | undefined;
  readonly allowed: boolean;
  /** The policy that allows it; undefined when none does or none is needed (root actor). */
  readonly policy: Urn | undefined;
  readonly reason: Reason;
  /** On denial, up to five policies that come closest to allowing it, closest first. */
  readonly nearest: readonly NearMiss[];
}

/** Maximum near misses of a denial. */
const SHOWN = 5;

/**
 * Up to five policies that come closest to allowing the request: fewest unmet conditions first, then policies that
 * apply to the actor, then those that grant the fewest privileges. `attributes`: those of the resource; undefined for a request
 * without one.
 */
export function nearMisses(
  policies: readonly Policy[],
  facts: ActorFacts,
  { privilege, resource }: ExplanationRequest,
  attributes: EntityAttributes | undefined,
): readonly NearMiss[] {
  const misses = policies
    .filter((policy) => grantsPrivilege(policy, privilege))
    .map((policy) => ({
      policy,
      missing: missingIn(policy, facts, attributes, resource?.properties ?? []),
      isForOthers: Number(!isFor(policy, facts)),
    }))
    .filter(({ missing }) => missing.length > 0)
    .sort(
      (a, b) =>
        a.missing.length - b.missing.length ||
        a.isForOthers - b.isForOthers ||
        a.policy.privileges.size - b.policy.privileges.size,
    );
  return misses.slice(0, SHOWN).map(({ policy: { urn, name }, missing }) => ({ policy: urn, name, missing }));
}

/** Whether the policy, where it applies, grants the privilege. EDIT_ENTITY implies every EDIT_ privilege. */
export function grantsPrivilege({ privileges }: Policy, privilege: string): boolean {
  return privileges.has(privilege) || (privilege.startsWith('EDIT_') && privileges.has('EDIT_ENTITY'));
}

function missingIn(
  policy: Policy,
  facts: ActorFacts,
  attributes: EntityAttributes | undefined,
  properties: readonly Urn[],
): readonly Reason[] {
  const { problems } = policy.constraints;
  const state = [
    ...(policy.isActive ? [] : [reasonOf('POLICY_INACTIVE', 'it is INACTIVE')]),
    ...(problems.length === 0
      ? []
      : [reasonOf('POLICY_INVALID', `it grants nothing: ${problems.join(' ')}`)]),
  ];
  if (attributes === undefined) {
    const scope = policy.namesResources
      ? [reasonOf('ENTITY_NEEDED', 'it is limited to certain entities, but the request names none')]
      : [];
    return [...state, ...actorsMissing(policy, facts), ...scope];
  }
  const [grant] = grantsOf([{ ...policy, isActive: true, constraints: UNCONSTRAINED }], facts);
  const unmet = (grant?.where ?? policy.resources).filter((condition) => !holds(condition, attributes));
  const withheld = properties.flatMap((urn) =>
    policy.constraints.properties.filter((condition) => !holds(condition, { urn: [urn] })).map(() => urn),
  );
  return [
    ...state,
    ...(grant === undefined ? actorsMissing(policy, facts) : []),
    ...unmet.map((condition) => conditionUnmet(condition, attributes, grant && { policy, facts })),
    ...[...new Set(withheld)].map((urn) =>
      reasonOf('PROPERTY_NOT_COVERED', `it does not cover the property ${urn}`, {
        urns: [urn],
        properties: [urn],
      }),
    ),
  ];
}

function actorsMissing(policy: Policy, facts: ActorFacts): readonly Reason[] {
  if (isFor(policy, facts)) return [];
  const { users, groups, roles, owners, allGroups } = policy.actors;
  const named = [...users, ...groups, ...roles, ...(allGroups ? ['members of any group'] : [])];
  const all = [...named, ...(owners === 'none' ? [] : ['owners of the entity'])];
  const text = `it applies to ${all.length === 0 ? 'nobody' : listText(all)}, not to ${facts.urn}`;
  return [
    reasonOf('OTHER_ACTORS', text, {
      urns: urnsIn(text, [...named, facts.urn]),
      actor: facts.urn,
      appliesTo: policy.actors,
    }),
  ];
}

function conditionUnmet(
  condition: EntityCondition,
  attributes: EntityAttributes,
  granted: { readonly policy: Policy; readonly facts: ActorFacts } | undefined,
): Reason {
  const { attribute, match, negated, values } = condition;
  const is = attributes[attribute] ?? [];
  const relation = match === 'startsWith' ? 'start with' : negated ? 'be none of' : 'be';
  const text = `${attribute} must ${relation} ${listText(values, ' or ') || 'one of no values'}, but is ${listText(is) || 'not set'}`;
  const urns = urnsIn(text, match === 'startsWith' ? is : [...values, ...is]);
  // The condition of a policy for owners is added to its own.
  if (granted !== undefined && !granted.policy.resources.includes(condition))
    return reasonOf('NOT_OWNER', text, { urns, actor: granted.facts.urn });
  return reasonOf('CONDITION_UNMET', text, {
    urns,
    condition: {
      field: fieldOfAttribute(attribute),
      property: propertyOfAttribute(attribute),
      match: match === 'startsWith' ? 'STARTS_WITH' : negated ? 'NOT_EQUALS' : 'EQUALS',
      values,
      found: is,
    },
  });
}

/** The urns among the names that occur in the text, which omits some names of a long list. */
function urnsIn(text: string, names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => isUrn(name) && text.includes(name));
}
