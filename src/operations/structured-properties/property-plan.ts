import { createPropertyPlans } from './property-plans.ts';
import type { PropertyPlans } from './property-plans.ts';
import { requireType } from '../../auth/rights.ts';
import { requireKnown } from '../../auth/writes/seen-properties.ts';
import type { PlanInput } from '../../model/plan.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { platform } from '../needs.ts';
import type { ProtectedWork } from '../work.ts';

/** What planning and applying a plan need. */
export const NEEDS_OF_PLANS = platform('MANAGE_STRUCTURED_PROPERTIES');

/** The properties that a plan is about. */
export function propertiesOf(input: PlanInput): readonly Urn[] {
  return changesOf(input).map(({ urn }) => urn);
}

/** The caller's plans. Throws FORBIDDEN for a token narrowed to other types, and for properties hidden from the caller. */
export function plansFor(
  input: PlanInput,
  { actor, anyScope, query, rights, services }: ProtectedWork,
): PropertyPlans {
  requireType(rights, STRUCTURED_PROPERTY.entityType);
  requireKnown(changesOf(input), anyScope);
  return createPropertyPlans({ change: services.change, query, actor: actor.urn, scope: anyScope });
}

function changesOf({ definitions, deletions }: PlanInput): readonly { readonly urn: Urn }[] {
  return [...definitions, ...deletions];
}
