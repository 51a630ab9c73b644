import type { PolicyActors } from './policy.ts';

/** Kinds of reasons, each with when it occurs. Kinds are never renamed. */
export const REASON_KINDS = {
  ROOT: 'The actor is the root actor, who holds every privilege.',
  POLICY: 'The policy grants it.',
  POLICY_FOR_SOME_TAGS: 'The policy grants it, but covers only some tags.',
  NOT_GRANTED: 'No active policy grants it.',
  PROPERTY_NOT_GRANTED: 'No active policy grants it for the structured property.',
  TOKEN_READ_ONLY: 'The access token may only read.',
  TOKEN_LIMITED: 'The access token is limited to entity types or structured properties.',
  TOKEN_ENTITY_TYPES: 'The access token is limited to other entity types.',
  TOKEN_PROPERTIES: 'The access token is limited to other structured properties.',
  POLICY_INACTIVE: 'The policy is not active.',
  POLICY_INVALID: 'The policy has a constraint that is not supported, and so grants nothing.',
  ENTITY_NEEDED: 'The policy is limited to entities, and the request has none.',
  PROPERTY_NOT_COVERED: 'The policy does not cover the structured property.',
  OTHER_ACTORS: 'The policy applies to others.',
  NOT_OWNER: 'The policy applies to owners of the entity, and the actor is none.',
  CONDITION_UNMET: 'The entity does not meet a condition of the policy.',
} as const;

/** A key of {@link REASON_KINDS}. */
export type ReasonKind = keyof typeof REASON_KINDS;

/** What a reason of some kind is about. Absent: not part of the kind. */
export interface ReasonData {
  readonly actor?: string;
  readonly policy?: string;
  readonly resource?: string;
  readonly properties?: readonly string[];
  readonly entityTypes?: readonly string[];
  readonly condition?: ReasonCondition;
  /** Whom the policy applies to. */
  readonly appliesTo?: PolicyActors;
}

/** A condition that an entity does not meet. */
export interface ReasonCondition {
  /** Name as in the criteria of policies: `DOMAIN`. */
  readonly field: string;
  /** Structured property whose values are compared; only with the field STRUCTURED_PROPERTY. */
  readonly property: string | undefined;
  readonly match: 'EQUALS' | 'NOT_EQUALS' | 'STARTS_WITH';
  readonly values: readonly string[];
  /** Values of the entity. */
  readonly found: readonly string[];
}

/** Why something is allowed or refused: as a text, and as data, so that clients can use their own words. */
export interface Reason extends ReasonData {
  readonly kind: ReasonKind;
  readonly text: string;
  /** Urns in the text, each as it is written there. */
  readonly urns: readonly string[];
  /** Privileges in the text. */
  readonly privileges: readonly string[];
}

/** Creates a reason from its kind and text, and what it is about. */
export function reasonOf(
  kind: ReasonKind,
  text: string,
  { urns = [], privileges = [], ...data }: Partial<Omit<Reason, 'kind' | 'text'>> = {},
): Reason {
  return { kind, text, urns, privileges, ...data };
}
