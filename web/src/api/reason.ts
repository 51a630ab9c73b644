import { isObject } from './is-object.ts';

/** Why the server allows or refuses something, as data; `useReasonWords` says it. */
export interface AccessReason {
  /** Kind as in the GraphQL enum `AccessReasonKind`. */
  readonly kind: string;
  readonly privileges: readonly string[];
  readonly actorUrn: string | undefined;
  readonly policyUrn: string | undefined;
  /** Structured properties that are not covered. */
  readonly propertyUrns: readonly string[];
  readonly entityTypes: readonly string[];
  readonly condition: UnmetCondition | undefined;
  readonly appliesTo: Audience | undefined;
}

/** A condition of a policy that the entity does not meet. */
export interface UnmetCondition {
  readonly field: string;
  readonly propertyUrn: string | undefined;
  readonly condition: string;
  readonly values: readonly string[];
  /** Values of the entity. */
  readonly found: readonly string[];
}

/** Actors that a policy applies to. */
export interface Audience {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly allGroups: boolean;
  readonly owners: boolean;
}

/** Why something is allowed or refused: data of the server, or a sentence of the page. */
export type Reason = AccessReason | string;

/** Fields of the GraphQL type `AccessReason` that {@link reasonsIn} reads. */
export const REASON_FIELDS =
  'kind privileges actorUrn policyUrn propertyUrns entityTypes condition { field propertyUrn condition values found } appliesTo { users groups roles allGroups owners }';

/** Reasons in an untyped response. */
export function reasonsIn(list: unknown): readonly AccessReason[] {
  return (Array.isArray(list) ? list : []).filter(isObject).map((reason) => ({
    kind: textIn(reason['kind']) ?? '',
    privileges: textsIn(reason['privileges']),
    actorUrn: textIn(reason['actorUrn']),
    policyUrn: textIn(reason['policyUrn']),
    propertyUrns: textsIn(reason['propertyUrns']),
    entityTypes: textsIn(reason['entityTypes']),
    condition: conditionIn(reason['condition']),
    appliesTo: audienceIn(reason['appliesTo']),
  }));
}

function conditionIn(value: unknown): UnmetCondition | undefined {
  if (!isObject(value)) return undefined;
  return {
    field: textIn(value['field']) ?? '',
    propertyUrn: textIn(value['propertyUrn']),
    condition: textIn(value['condition']) ?? '',
    values: textsIn(value['values']),
    found: textsIn(value['found']),
  };
}

function audienceIn(value: unknown): Audience | undefined {
  if (!isObject(value)) return undefined;
  const { allGroups, groups, owners, roles, users } = value;
  return {
    users: textsIn(users),
    groups: textsIn(groups),
    roles: textsIn(roles),
    allGroups: allGroups === true,
    owners: owners === true,
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The strings in a list; empty for anything else. */
export function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}
