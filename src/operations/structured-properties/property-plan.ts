import { createPropertyPlans, type PropertyPlanParts, type PropertyPlans } from './property-plans.ts';
import { requireType } from '../../auth/rights.ts';
import { requireKnown } from '../../auth/writes/unwritable.ts';
import type { Plan, PlanInput } from '../../model/plan.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { platform } from '../needs.ts';
import type { OperationSettings, ProtectedWork } from '../work.ts';

/** The need of planning and of applying a plan. */
export const NEEDS_OF_PLANS = platform('MANAGE_STRUCTURED_PROPERTIES');

/** The properties in the input of a plan. */
export function propertiesOf(input: PlanInput): readonly Urn[] {
  return changesOf(input).map(({ urn }) => urn);
}

/**
 * The caller's plans. Throws FORBIDDEN for a token restricted to other types, and for properties hidden from the
 * caller.
 */
export function plansFor(
  input: PlanInput,
  { actor, anyScope, isHeld, query, rights, services, writes }: ProtectedWork,
): PropertyPlans {
  requireType(rights, STRUCTURED_PROPERTY.entityType);
  requireKnown(changesOf(input), anyScope);
  // Writes of a propose-only token are refused even where an operation does not hold them.
  const change: PropertyPlanParts['change'] =
    isHeld || actor.restriction?.proposeOnly === true
      ? {
          dryRun: (caller, asked) => services.change.dryRun(caller, asked),
          ingest: (_caller, proposals) => writes.ingest(proposals),
        }
      : services.change;
  return createPropertyPlans({ change, query, actor: actor.urn, scope: anyScope });
}

/** Adds the time until which a plan can be undone if it is applied now. */
export function withUndo(
  plan: Plan,
  { deletions }: PlanInput,
  { now, undoableFor }: Pick<OperationSettings, 'now' | 'undoableFor'>,
): Plan {
  const removes =
    deletions.some(({ hard }) => hard) || plan.definitions.some(({ change }) => change === 'breaking');
  return removes ? { ...plan, undoableUntil: now() + undoableFor } : plan;
}

function changesOf({ definitions, deletions }: PlanInput): readonly { readonly urn: Urn }[] {
  return [...definitions, ...deletions];
}
