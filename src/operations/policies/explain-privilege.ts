import { ROOT_ACTOR } from '../../auth/actor.ts';
import type { ExplanationRequest } from '../../auth/policies/policy-explanation.ts';
import { defineProtectedModelled } from '../operation.ts';
import { MANAGE_POLICIES, NEEDS_OF_QUESTIONS, asSeen, askedAbout } from './privileges-of.ts';

/**
 * Explains why an actor is allowed or denied a privilege. Omits `nearest` without MANAGE_POLICIES, because policies may
 * name entities that the caller may not see. `unknown`: the urns in the request that do not exist or are hidden from the
 * caller.
 */
export const explainPrivilege = defineProtectedModelled({
  name: 'explainPrivilege',
  effect: 'read',
  summary: 'Explains why an actor is allowed or denied a privilege.',
  about: ({ actor }: ExplanationRequest) => [actor],
  needs: NEEDS_OF_QUESTIONS,
  run: async (request, work) => {
    const { actor, resource } = request;
    const named = [actor, ...(resource ? [resource.urn, ...(resource.properties ?? [])] : [])];
    const seen = await work.query.existing(named, work.anyScope);
    const explanation = await work.services.authorizer.explain(askedAbout(actor, work), {
      ...request,
      ...(resource && { resource: asSeen(resource, seen) }),
    });
    const unknown = named.filter((urn) => !seen.has(urn) && urn !== ROOT_ACTOR);
    return { ...explanation, unknown, ...(!work.rights.holds(MANAGE_POLICIES) && { nearest: [] }) };
  },
});
