import type { EntityAttributes, EntityCondition } from '../model/entity-predicate.ts';
import { holds } from '../model/entity-predicate.ts';
import type { ActorFacts } from '../model/grants.ts';
import { grantsOf, isFor } from '../model/grants.ts';
import type { Policy } from '../model/policy.ts';
import type { Urn } from '../model/urn.ts';

/** What is asked: whether somebody may do something, to an entity and properties of it or to none. */
export interface ExplanationRequest {
  readonly actor: Urn;
  readonly privilege: string;
  readonly resource?: { readonly urn: Urn; readonly properties?: readonly Urn[] };
}

/** A policy that grants the privilege, and why it does not grant it here. */
export interface NearMiss {
  readonly policy: Urn;
  readonly name: string;
  /** What would have to be otherwise; never empty. */
  readonly missing: readonly string[];
}

/** Why somebody may, or may not, do something. */
export interface Explanation {
  readonly actor: Urn;
  readonly privilege: string;
  readonly resource: Urn | undefined;
  readonly allowed: boolean;
  /** The policy that decided; undefined when none allows it, or none needs to. */
  readonly policy: Urn | undefined;
  readonly reason: string;
  /** Of a denial, the policies that come nearest, the nearest first. */
  readonly nearest: readonly NearMiss[];
}

/** Policies that are shown of a denial. */
const SHOWN = 5;

/**
 * The policies that come nearest to allowing what was asked: those that lack least, and of these first those that are for
 * the actor. `attributes` are those of the resource.
 */
export function nearMisses(
  policies: readonly Policy[],
  facts: ActorFacts,
  { privilege, resource }: ExplanationRequest,
  attributes: EntityAttributes | undefined,
): readonly NearMiss[] {
  const misses = policies
    .filter((policy) => grants(policy, privilege))
    .map((policy) => ({
      policy,
      missing: missingIn(policy, facts, attributes, resource?.properties ?? []),
      isForOthers: Number(!isFor(policy, facts)),
    }))
    .filter(({ missing }) => missing.length > 0)
    .sort((a, b) => a.missing.length - b.missing.length || a.isForOthers - b.isForOthers);
  return misses.slice(0, SHOWN).map(({ policy: { urn, name }, missing }) => ({ policy: urn, name, missing }));
}

function grants({ privileges }: Policy, privilege: string): boolean {
  return privileges.has(privilege) || (privilege.startsWith('EDIT_') && privileges.has('EDIT_ENTITY'));
}

function missingIn(
  policy: Policy,
  facts: ActorFacts,
  attributes: EntityAttributes | undefined,
  properties: readonly Urn[],
): readonly string[] {
  const state = policy.isActive ? [] : ['it is INACTIVE'];
  if (attributes === undefined) {
    const scope = policy.namesResources ? ['it is about certain entities, and the privilege about none'] : [];
    return [...state, ...actorsMissing(policy, facts), ...scope];
  }
  const [grant] = grantsOf([{ ...policy, isActive: true }], facts);
  const unmet = (grant?.where ?? policy.resources).filter((condition) => !holds(condition, attributes));
  const withheld = properties.flatMap((urn) =>
    policy.properties.filter((condition) => !holds(condition, { urn: [urn] })).map(() => urn),
  );
  return [
    ...state,
    ...(grant === undefined ? actorsMissing(policy, facts) : []),
    ...unmet.map((condition) => conditionText(condition, attributes)),
    ...[...new Set(withheld)].map((urn) => `it leaves out the property ${urn}`),
  ];
}

function actorsMissing(policy: Policy, facts: ActorFacts): readonly string[] {
  if (isFor(policy, facts)) return [];
  const { users, groups, roles, owners, allGroups } = policy.actors;
  const named = [...users, ...groups, ...roles, ...(allGroups ? ['everybody in some group'] : [])];
  const all = [...named, ...(owners === 'none' ? [] : ['owners of the entity'])];
  return [`it is for ${all.length === 0 ? 'nobody' : all.join(', ')}, and not for ${facts.urn}`];
}

function conditionText(
  { attribute, match, values, negated }: EntityCondition,
  attributes: EntityAttributes,
): string {
  const is = attributes[attribute] ?? [];
  const relation = match === 'startsWith' ? 'start with' : negated ? 'be none of' : 'be';
  return `${attribute} must ${relation} ${values.join(' or ') || 'something unknown'}, and is ${is.join(', ') || 'nothing'}`;
}
