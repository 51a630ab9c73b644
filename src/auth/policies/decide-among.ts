import { isAboutProperty, type Grant } from '../../model/access/grants.ts';
import { reasonOf, type Reason } from '../../model/access/reason.ts';
import type { Urn } from '../../model/urn.ts';
import type { Decision, Resource } from '../authorizer.ts';

/** Each property may be allowed by a different policy; the decision names the one that allows the first property. */
export function decideAmong(
  grants: readonly Grant[],
  {
    actor,
    privileges,
    properties,
    urn,
  }: Resource & { readonly actor: Urn; readonly privileges: readonly string[] },
): Decision {
  const [first] = grants;
  if (first === undefined) return denied(missing(actor, privileges, urn));
  const found = (properties ?? []).map((property) =>
    grants.find((grant) => isAboutProperty(grant, property)),
  );
  const withheld = properties?.find((_property, i) => found[i] === undefined);
  if (withheld !== undefined) {
    const { text, urns, ...names } = missing(actor, privileges, urn);
    return denied({
      ...names,
      kind: 'PROPERTY_NOT_GRANTED',
      text: `${text} Affected property: ${withheld}.`,
      urns: [...urns, withheld],
      properties: [withheld],
    });
  }
  const whole = grants.find(({ tags }) => tags.length === 0);
  return allowed(found[0] ?? whole ?? first, privileges);
}

const OF_TAGS: readonly string[] = ['EDIT_ENTITY', 'EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS'];

/** A decision that the grant allows one of the privileges. */
export function allowed({ policy, tags }: Grant, privileges: readonly string[]): Decision {
  const isLimited = tags.length > 0 && privileges.some((privilege) => OF_TAGS.includes(privilege));
  const limit = isLimited ? ', but only the tags that it covers' : '';
  const text = `${policy} allows ${privileges.join(' or ')}${limit}.`;
  const kind = isLimited ? 'POLICY_FOR_SOME_TAGS' : 'POLICY';
  return { allowed: true, policy, reason: reasonOf(kind, text, { urns: [policy], privileges, policy }) };
}

/** A denial with its reason. */
export function denied(reason: Reason): Decision {
  return { allowed: false, policy: undefined, reason };
}

/** The reason of a denial because no policy allows it. */
export function missing(actor: Urn, privileges: readonly string[], urn?: Urn): Reason {
  const what = privileges.join(' or ');
  const text = `No active policy allows ${actor} ${what}${urn === undefined ? '' : ` on ${urn}`}.`;
  const about = urn === undefined ? { urns: [actor] } : { urns: [actor, urn], resource: urn };
  return reasonOf('NOT_GRANTED', text, { ...about, actor, privileges });
}
