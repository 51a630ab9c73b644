import * as v from 'valibot';
import { ROOT_ACTOR } from '../../auth/actor.ts';
import { USER_TYPE } from '../../auth/accounts/user-state.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { list } from '../input-types.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, described, objectOf } from '../shapes.ts';
import {
  MANAGE_POLICIES,
  NEEDS_OF_QUESTIONS,
  asSeen,
  askedAbout,
  requirePrivilege,
} from './privileges-of.ts';

/**
 * Explains why an actor is allowed or denied a privilege. Omits `nearest` without MANAGE_POLICIES, because policies may
 * name entities that the caller may not see. `unknown`: the urns in the request that do not exist or are hidden from the
 * caller.
 */
export const explainPrivilege = defineProtected({
  name: 'explainPrivilege',
  effect: 'read',
  summary: 'Explains why an actor is allowed or denied a privilege.',
  input: (types) =>
    objectOf({
      actorUrn: described('Urn of the user.', types.entityOf(USER_TYPE)),
      privilege: described('Name of the privilege, such as EDIT_ENTITY_TAGS.', TEXT),
      resourceUrn: v.nullish(
        described('Urn of the entity that it is about; omit for privileges on the platform.', types.entity()),
      ),
      propertyUrns: v.nullish(
        described(
          'Urns of the structured properties whose values would change.',
          list(types.entityOf(STRUCTURED_PROPERTY.entityType)),
        ),
      ),
    }),
  limits: ({ privilege }) => requirePrivilege(privilege),
  about: ({ actorUrn }) => [actorUrn.urn],
  needs: NEEDS_OF_QUESTIONS,
  run: async ({ actorUrn: { urn: actor }, privilege, propertyUrns, resourceUrn }, work) => {
    const properties = propertyUrns?.map(({ urn }) => urn);
    const resource = resourceUrn && { urn: resourceUrn.urn, ...(properties && { properties }) };
    const named = [actor, ...(resource ? [resource.urn, ...(properties ?? [])] : [])];
    const seen = await work.query.existing(named, work.anyScope);
    const explanation = await work.services.authorizer.explain(askedAbout(actor, work), {
      actor,
      privilege,
      ...(resource && { resource: asSeen(resource, seen) }),
    });
    const unknown = named.filter((urn) => !seen.has(urn) && urn !== ROOT_ACTOR);
    return { ...explanation, unknown, ...(!work.rights.holds(MANAGE_POLICIES) && { nearest: [] }) };
  },
});
