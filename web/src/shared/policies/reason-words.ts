import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import type { AccessReason, Audience, UnmetCondition } from '../../api/reason.ts';
import { CRITERION_PHRASES } from './criterion-phrases.ts';

/** Names for what reasons are about. */
export interface ReasonNames {
  readonly entity: (urn: string) => string;
  readonly privilege: (name: string) => string;
  /** Urn of the signed-in person, who is addressed as you. */
  readonly me: string | undefined;
}

/** Names in a sentence; further ones are counted. */
const NAMED = 3;

/**
 * What each kind of reason means (GraphQL: `AccessReasonKind`): a sentence about an answer, or a clause about a policy, after
 * its name and `but`.
 */
export const REASON_WORDS: Readonly<Record<string, (reason: AccessReason, names: ReasonNames) => string>> = {
  ROOT: (reason, names) =>
    isMe(reason, names)
      ? 'You use the root account, which may do everything.'
      : 'The root account may do everything.',
  POLICY: ({ policyUrn = '' }, { entity }) => `The policy ${shown(entity(policyUrn))} allows it.`,
  POLICY_FOR_SOME_TAGS: ({ policyUrn = '' }, { entity }) =>
    `The policy ${shown(entity(policyUrn))} allows it, but only for some tags.`,
  NOT_GRANTED: (reason, names) => `${lacks(reason, names)}.`,
  PROPERTY_NOT_GRANTED: (reason, names) =>
    `${lacks(reason, names)} for the property ${listed(reason.propertyUrns.map(names.entity))}.`,
  TOKEN_READ_ONLY: () => 'This access token may only read.',
  TOKEN_LIMITED: () => 'This access token is only for some types or properties.',
  TOKEN_ENTITY_TYPES: ({ entityTypes }) =>
    `This access token is only for the types ${listed(entityTypes.map(entityTypeLabel))}.`,
  TOKEN_PROPERTIES: ({ propertyUrns }, { entity }) =>
    `This access token is for other properties than ${listed(propertyUrns.map(entity))}.`,

  POLICY_INACTIVE: () => 'it is not active',
  POLICY_INVALID: () => 'it has a restriction that this server does not know, so it allows nothing',
  ENTITY_NEEDED: () => 'it is only for certain entities',
  PROPERTY_NOT_COVERED: ({ propertyUrns }, { entity }) =>
    `it is not for the property ${listed(propertyUrns.map(entity))}`,
  OTHER_ACTORS: (reason, names) =>
    `it is for ${audienceWords(reason.appliesTo, names)}, not for ${actorWord(reason, names)}`,
  NOT_OWNER: (reason, names) =>
    isMe(reason, names)
      ? 'it is for owners, and you are not one of them'
      : `it is for owners, and ${actorWord(reason, names)} is not one of them`,
  CONDITION_UNMET: ({ condition }, { entity }) =>
    condition === undefined ? 'it is for other entities' : conditionWords(condition, entity),
};

/** A reason in the words of the page. */
export function reasonWords(reason: AccessReason, names: ReasonNames): string {
  const words = Object.hasOwn(REASON_WORDS, reason.kind) ? REASON_WORDS[reason.kind] : undefined;
  return words?.(reason, names) ?? 'The policies of this catalog decide it.';
}

/** Urns in a reason, to load their names. */
export function urnsInReason({
  actorUrn,
  appliesTo,
  condition,
  policyUrn,
  propertyUrns,
}: AccessReason): readonly string[] {
  const { groups = [], roles = [], users = [] } = appliesTo ?? {};
  const { found = [], propertyUrn, values = [] } = condition ?? {};
  const single = [actorUrn, policyUrn, propertyUrn].filter((urn) => urn !== undefined);
  return [...single, ...propertyUrns, ...roles, ...groups, ...users, ...values, ...found];
}

function isMe({ actorUrn }: AccessReason, { me }: ReasonNames): boolean {
  return actorUrn === undefined || actorUrn === me;
}

function actorWord(reason: AccessReason, names: ReasonNames): string {
  return isMe(reason, names) ? 'you' : shown(names.entity(reason.actorUrn ?? ''));
}

function lacks(reason: AccessReason, names: ReasonNames): string {
  const privileges = listed(reason.privileges.map(names.privilege), 'or');
  const who = isMe(reason, names)
    ? 'You don’t have'
    : `${shown(names.entity(reason.actorUrn ?? ''))} doesn’t have`;
  return `${who} the privilege ${privileges}`;
}

function audienceWords(audience: Audience | undefined, { entity }: ReasonNames): string {
  const { allGroups = false, groups = [], owners = false, roles = [], users = [] } = audience ?? {};
  const parts = [
    ...(roles.length > 0 ? [`people with the role ${listed(roles.map(entity), 'or')}`] : []),
    ...(groups.length > 0 ? [`members of ${listed(groups.map(entity), 'or')}`] : []),
    ...(allGroups ? ['members of any group'] : []),
    ...(users.length > 0 ? [listed(users.map(entity))] : []),
    ...(owners ? ['owners'] : []),
  ];
  return parts.length === 0 ? 'nobody' : parts.join(' and ');
}

function conditionWords(
  { condition, field, found, propertyUrn, values }: UnmetCondition,
  entity: (urn: string) => string,
): string {
  const value = field === 'TYPE' ? entityTypeLabel : condition === 'STARTS_WITH' ? String : entity;
  const known = CRITERION_PHRASES[field];
  const phrase = propertyUrn === undefined ? known : `${known ?? ''} ${shown(entity(propertyUrn))} is`;
  if (phrase === undefined || values.length === 0) return 'it is for other entities';
  const not = condition === 'NOT_EQUALS' ? 'not ' : '';
  const start = condition === 'STARTS_WITH' ? ' beginning with' : '';
  const rule = `it is for entities ${not}${phrase}${start} ${listed(values.map(value), 'or')}`;
  const has = field === 'TYPE' ? entityTypeLabel : entity;
  if (field === 'URN') return rule;
  return found.length === 0 ? rule : `${rule}; here it is ${listed(found.map(has))}`;
}

function listed(names: readonly string[], joint: 'and' | 'or' = 'and'): string {
  const rest = names.length - NAMED;
  const first = names.slice(0, rest > 1 ? NAMED : undefined).map(shown);
  const parts = rest > 1 ? [...first, `${rest.toLocaleString('en')} others`] : first;
  const type = joint === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat('en', { type }).format(parts);
}

function shown(name: string): string {
  return withVisibleDirections(name);
}
