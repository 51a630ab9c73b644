import { capitalized } from '../../api/names/capitalized.ts';
import { CRITERION_PHRASES } from './criterion-phrases.ts';
import type { Criterion, Policy, PolicyActors } from './policy-data.ts';
import type { PrivilegeCatalog } from './privilege-catalog.ts';

/** Maximum names in a sentence; further ones are counted. */
const NAMED = 3;

type Names = (urn: string) => string;

/** Summarizes a policy in one sentence: who may do what, and where. */
export function policySentence(
  policy: Policy,
  nameOfUrn: Names,
  catalog: PrivilegeCatalog | undefined,
): string {
  const privileges = policy.privileges.map((name) => catalog?.nameOf(name) ?? name);
  if (privileges.length === 0) return 'Grants nothing: it has no privileges.';
  const what = enumeration(privileges, 'and', 'more privileges');
  return `${capitalized(whoOf(policy, nameOfUrn))} may ${what}${whereOf(policy, nameOfUrn, catalog)}.`;
}

/** Describes the actors of a policy: `people with the role Editor and members of Finance`. */
export function whoOf({ actors }: Policy, nameOfUrn: Names): string {
  const { users, groups, roles, resourceOwners, resourceOwnersTypes } = actors;
  const owners = resourceOwnersTypes?.length
    ? `owners as ${enumeration(resourceOwnersTypes.map(nameOfUrn), 'or', 'more types')}`
    : 'owners of the entity';
  const parts = [
    ...everybodyIn(actors),
    ...(resourceOwners ? [owners] : []),
    ...(roles?.length ? [`people with the role ${enumeration(roles.map(nameOfUrn), 'or', 'more')}`] : []),
    ...(groups?.length ? [`members of ${enumeration(groups.map(nameOfUrn), 'or', 'more groups')}`] : []),
    ...(users?.length ? [enumeration(users.map(nameOfUrn), 'and', 'more users')] : []),
  ];
  return parts.length === 0 ? 'nobody' : parts.join(' and ');
}

/** Describes the actors that a policy selects without naming them. */
export function everybodyIn({
  allGroups,
  allUsers,
}: Pick<PolicyActors, 'allGroups' | 'allUsers'>): readonly string[] {
  return [...(allUsers ? ['all users'] : []), ...(allGroups ? ['members of any group'] : [])];
}

/** Describes where a policy applies, as a suffix: ` on entities in the domain Finance`; '' for a platform policy. */
export function whereOf(
  { type, resources, constraints }: Policy,
  nameOfUrn: Names,
  catalog: PrivilegeCatalog | undefined,
): string {
  if (type === 'PLATFORM') return '';
  const only = constraints?.length
    ? `, but only with the properties ${criteriaText(constraints, nameOfUrn)}`
    : '';
  if (resources === undefined || resources.length === 0) return ` on all entities${only}`;
  const types = resources.find(({ field, condition }) => field === 'TYPE' && condition === 'EQUALS');
  const labels = types?.values.map(
    (name) => catalog?.types.find(({ value }) => value === name)?.label.toLowerCase() ?? name,
  );
  const things = labels === undefined ? 'entities' : enumeration(labels, 'and', 'more types');
  const rest = criteriaText(
    resources.filter((criterion) => criterion !== types),
    nameOfUrn,
  );
  return ` on ${things}${rest === '' ? '' : ` ${rest}`}${only}`;
}

/** Conditions on entities as a phrase: `in the domain Finance and owned by Ann`. */
export function criteriaText(criteria: readonly Criterion[], nameOfUrn: Names): string {
  return criteria.map((criterion) => conditionOf(criterion, nameOfUrn)).join(' and ');
}

function conditionOf({ field, condition, values, propertyUrn }: Criterion, nameOfUrn: Names): string {
  const phrase = CRITERION_PHRASES[field] ?? `with ${field}`;
  const names = condition === 'STARTS_WITH' ? values : values.map(nameOfUrn);
  const subject = propertyUrn === undefined ? phrase : `${phrase} ${nameOfUrn(propertyUrn)} is`;
  const verb = { EQUALS: subject, NOT_EQUALS: `not ${subject}`, STARTS_WITH: `${subject} beginning with` };
  return `${verb[condition]} ${enumeration(names, 'or', 'more')}`;
}

/** Joins names: `a, b and c`; a long list is cut to the first names and the number of others. */
function enumeration(names: readonly string[], joint: 'and' | 'or', others: string): string {
  const shown = names.slice(0, names.length > NAMED + 1 ? NAMED : names.length);
  const left = names.length - shown.length;
  const parts = left > 0 ? [...shown, `${left.toLocaleString('en')} ${others}`] : shown;
  return parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} ${joint} ${parts.at(-1) ?? ''}`;
}

/** All urns in the summary of a policy. */
export function urnsOf({ actors, resources, constraints }: Policy): readonly string[] {
  const criteria = [...(resources ?? []), ...(constraints ?? [])];
  const { users, groups, roles, resourceOwnersTypes } = actors;
  return [
    ...[users, groups, roles, resourceOwnersTypes].flatMap((urns) => urns ?? []),
    ...criteria.flatMap(({ values, propertyUrn }) => [...values, ...(propertyUrn ? [propertyUrn] : [])]),
  ];
}
