import type { PolicyActors } from '../../../model/access/policy.ts';
import type { Reason, ReasonCondition } from '../../../model/access/reason.ts';
import { itemText } from '../../../util/list-text.ts';

/** Maximum elements of a list in a reason: policies may name thousands of actors and values. */
const MOST_LISTED = 20;

/** Maps a reason to `AccessReason`. */
export function presentReason({
  actor,
  appliesTo,
  condition,
  entityTypes,
  kind,
  policy,
  privileges,
  properties,
  resource,
  text,
  urns,
}: Reason) {
  return {
    kind,
    text,
    urns,
    privileges,
    actorUrn: actor,
    policyUrn: policy,
    resourceUrn: resource,
    propertyUrns: first(properties),
    entityTypes: first(entityTypes),
    condition: condition && presentCondition(condition),
    appliesTo: appliesTo && presentAudience(appliesTo),
  };
}

function presentCondition({ field, found, match, property, values }: ReasonCondition) {
  return {
    field,
    propertyUrn: property,
    condition: match,
    values: first(values).map(itemText),
    found: first(found).map(itemText),
  };
}

function presentAudience({ allGroups, groups, owners, roles, users }: PolicyActors) {
  return {
    users: first(users),
    groups: first(groups),
    roles: first(roles),
    allGroups,
    owners: owners !== 'none',
  };
}

function first(list: Iterable<string> = []): readonly string[] {
  return Iterator.from(list).take(MOST_LISTED).toArray();
}
