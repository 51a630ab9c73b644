import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { DryRun, IngestResult, MetadataChange } from '../../change/metadata-change.ts';
import { planProposals } from '../../change/plan-proposals.ts';
import { ChangedSinceError } from '../../change/unless-changed.ts';
import { NOTHING_AFFECTED, type Plan, type PlanInput, type PlannedDefinition } from '../../model/plan.ts';
import { levelOfRule, parseRules } from '../../model/properties/property-rules.ts';
import { EVERYTHING, type Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import type { AssignmentCounts, RuledCounts, MetadataQuery } from '../../query/metadata-query.ts';
import { listText } from '../../util/list-text.ts';
import { differences, digestsOf, formatPlanToken, parsePlanToken, type ShownPlan } from './plan-token.ts';

/** Dependencies of {@link createPropertyPlans}. */
export interface PropertyPlanParts {
  readonly change: Pick<MetadataChange, 'dryRun' | 'ingest'>;
  readonly query: Pick<MetadataQuery, 'countAssignments'>;
  readonly actor: Urn;
  readonly scope: Scope;
}

/** Plans and applies changes of structured properties. */
export interface PropertyPlans {
  /** Dry run, exact as of one commit. Throws CONFLICT if the definitions keep changing. */
  plan(input: PlanInput): Promise<Plan>;
  /**
   * Applies the input in one commit and returns the plan as of the commit before. With a plan token, throws CONFLICT and changes nothing when the plan is outdated
   * or the catalog is written to continuously.
   */
  apply(input: PlanInput, planToken: string | undefined): Promise<Plan>;
}

/** A plan, the changes that it describes, and the content of its token. */
interface Draft {
  readonly plan: Plan;
  readonly changes: DryRun['changes'];
  readonly shown: ShownPlan;
}

/** Attempts to plan. Definitions change rarely; two changes during one count are already unlikely. */
const DRAFTS = 10;

/**
 * Attempts to apply. Each one waits until all earlier writes are searchable, so one is likely to succeed between writes.
 */
const TRIES = 200;

/** Plans are exact as of one commit: reads definitions and counts again until both have the same sequence. */
export function createPropertyPlans(parts: PropertyPlanParts): PropertyPlans {
  return {
    plan: async (input) => (await draft(input, parts)).plan,
    apply: (input, planToken) => {
      if (planToken === undefined && !keepsValues(input)) return applyAnyway(input, parts);
      return applyGuarded(input, planToken === undefined ? undefined : parsePlanToken(planToken), parts);
    },
  };
}

async function draft(input: PlanInput, { change, query, actor, scope }: PropertyPlanParts): Promise<Draft> {
  for (let i = 0; i < DRAFTS; i++) {
    const before = await change.dryRun(actor, input);
    const generations = before.changes.flatMap(({ affected }) => affected ?? []);
    const ruled = before.changes.flatMap((one) => one.ruled ?? []);
    const counted = await query.countAssignments(generations, before.sequence, scope, ruled);
    const isSameState =
      counted.sequence === before.sequence || areEqual(before, await change.dryRun(actor, input));
    if (isSameState) return present(input, before, counted);
  }
  throw new CatalogError(
    'CONFLICT',
    'The definitions changed during planning. Plan again when no one else changes them.',
    because('CATALOG_BUSY'),
  );
}

function areEqual(before: DryRun, after: DryRun): boolean {
  return before.changes.every(({ stateVersion }, i) => stateVersion === after.changes[i]?.stateVersion);
}

const NOTHING_LOST = { change: 'compatible', losses: [], reasons: [] } as const;

function present(input: PlanInput, { changes }: DryRun, answer: AssignmentCounts): Draft {
  const { sequence } = answer;
  const counted = answer.counts.values();
  const ofRuled = answer.ruled.values();
  const digests = digestsOf(input);
  const definitions = changes.map((planned): PlannedDefinition => {
    const { urn, affected, versionAbove } = planned;
    const values = affected === undefined ? undefined : counted.next().value;
    const { inherited, violations }: Partial<RuledCounts> =
      planned.ruled === undefined ? {} : (ofRuled.next().value ?? {});
    // A change that keeps values affects only removed ones; if no entity has them, nothing breaks.
    const isKept = affected?.only !== undefined && values?.entities === 0;
    const { change, losses, reasons } = isKept ? NOTHING_LOST : planned;
    return {
      urn,
      change,
      reasons,
      losses,
      ...(versionAbove !== undefined && { versionAbove }),
      ...(values ?? NOTHING_AFFECTED),
      ...(violations !== undefined && { violations }),
      ...(inherited !== undefined && { inherited }),
    };
  });
  const shown = definitions.map(({ urn, entities, values, violations }, i) => {
    const { ruled, stateVersion = '' } = changes[i] ?? {};
    const enforced = (violations?.byRule ?? []).filter(
      ({ rule }) => ruled !== undefined && levelOfRule(rule, parseRules(ruled.rules)) === 'ENFORCE',
    );
    return {
      urn,
      current: stateVersion,
      proposed: digests.get(urn) ?? '',
      entities,
      values,
      ...(enforced.length > 0 && {
        violations: Object.fromEntries(enforced.map((one) => [one.rule, one.entities])),
      }),
    };
  });
  const shownPlan = { sequence, definitions: shown };
  return {
    plan: { planToken: formatPlanToken(shownPlan), sequence, definitions },
    changes,
    shown: shownPlan,
  };
}

async function applyAnyway(input: PlanInput, parts: PropertyPlanParts): Promise<Plan> {
  const { plan } = await draft(input, parts);
  return applied(plan, await parts.change.ingest(parts.actor, planProposals(input)));
}

/** The guard rejects the write unless it is the first after the counted commit, so no other write can intervene. */
async function applyGuarded(
  input: PlanInput,
  shown: ShownPlan | undefined,
  parts: PropertyPlanParts,
): Promise<Plan> {
  for (let i = 0; i < TRIES; i++) {
    const now = await draft(input, parts);
    const reasons = shown === undefined ? [] : differences(shown, now.shown);
    if (reasons.length > 0) throw outdated(reasons);
    if (keepsValues(input)) await requireReplaced(now, parts);
    try {
      const guard = { unlessChangedSince: now.plan.sequence };
      return applied(now.plan, await parts.change.ingest(parts.actor, planProposals(input), guard));
    } catch (error) {
      if (!(error instanceof ChangedSinceError)) throw error;
    }
  }
  throw new CatalogError(
    'CONFLICT',
    'The catalog is written to continuously, so the effect of the plan could not be determined. ' +
      'Nothing was changed; try again when there are fewer writes.',
    because('CATALOG_BUSY'),
  );
}

/**
 * Throws CONFLICT if any entity, visible to the caller or not, has a value that a definition with `keepValues` removes.
 * Callers learn no number: it would count entities that they may not see.
 */
async function requireReplaced({ changes, plan }: Draft, { query }: PropertyPlanParts): Promise<void> {
  const kept = changes.filter(({ affected }) => affected?.only !== undefined);
  const generations = kept.flatMap(({ affected }) => affected ?? []);
  const { counts } = await query.countAssignments(generations, plan.sequence, EVERYTHING);
  const held = kept.find((_, i) => counts[i]?.entities !== 0);
  if (held === undefined) return;
  throw new CatalogError(
    'CONFLICT',
    `Some assets have a value of ${held.urn} that its new definition does not allow, so nothing was changed. Replace the value first.`,
    because('VALUES_HELD'),
  );
}

function keepsValues({ definitions }: PlanInput): boolean {
  return definitions.some(({ keepValues }) => keepValues === true);
}

function applied(plan: Plan, { results, sequence }: IngestResult): Plan {
  const isWritten = results.some(({ outcome }) => outcome === 'written' || outcome === 'deleted');
  return { ...plan, commit: isWritten ? sequence : undefined };
}

function outdated(reasons: readonly string[]): CatalogError {
  return new CatalogError(
    'CONFLICT',
    `The plan is outdated, and nothing was changed: ${listText(reasons, '; ')}. Plan again.`,
    because('PLAN_OUTDATED'),
  );
}
