import * as v from 'valibot';
import { ChangedSinceError } from '../../change/unless-changed.ts';
import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { CHANGE_PROPOSAL } from '../../model/access/change-proposal.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { PlanInput, PlannedDefinition } from '../../model/plan.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Sequence } from '../../model/sequence.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { text } from '../../util/json/json-members.ts';
import { EVERY_CHANGE } from '../../query/changes/change-query.ts';
import { cursorOf } from '../../query/changes/cursor.ts';
import { valuesToRestore } from '../bulk-edits/find-lost-values.ts';
import { startRestoringValues } from '../bulk-edits/start-bulk-edit.ts';
import { defineInternal, defineProtected } from '../operation.ts';
import { FLAG, described, objectOf, wholeNumber } from '../shapes.ts';
import { ofRun } from '../undo/run/of-run.ts';
import type { ProtectedWork } from '../work.ts';
import { inverseOf, type InverseChange, type KeptProperty } from './inverse-change.ts';
import { NEEDS_OF_PLANS, plansFor } from './property-plan.ts';

/** An applied plan, by its commit. */
export interface PlanToUndo {
  readonly commit: Sequence;
  /** True for a dry run, which writes nothing. */
  readonly isTrial: boolean;
  /** Run that the writes belong to; undefined: none. */
  readonly runId: string | undefined;
}

/** Result of undoing a plan. */
export interface UndonePlan {
  readonly commit: Sequence;
  readonly created: AuditStamp;
  /** Restored properties, with the kind of change that was undone. */
  readonly undone: readonly Pick<InverseChange, 'urn' | 'was'>[];
  readonly kept: readonly KeptProperty[];
  /**
   * Properties whose values are restored, too. `edit`: the bulk edit that does so; undefined in a dry run and if too
   * many edits are queued.
   */
  readonly values: readonly {
    readonly urn: Urn;
    readonly assets: number;
    readonly edit: number | undefined;
  }[];
}

/** Maximum attempts; each one follows a conflict with other commits. */
const TRIES = 20;

/**
 * Undoes an applied plan: in one commit the definitions that it changed, deleted or created, then, by bulk edits of
 * the caller, the values that it removed. Keeps definitions that were changed later, and those that cannot be
 * restored without removing values. Throws NOT_FOUND if the commit is not a plan or is hidden from the caller, GONE
 * if the log no longer contains it, and CONFLICT if nothing remains to undo.
 */
export const undoStructuredPropertyPlan = defineProtected({
  name: 'undoStructuredPropertyPlan',
  effect: 'write',
  summary: 'Undoes an applied plan of structured properties, with the values that it removed.',
  needs: NEEDS_OF_PLANS,
  denial: () => 'Unable to change structured properties. Please contact your admin.',
  isLong: true,
  input: () =>
    objectOf({
      commit: described('Number of the commit of the plan.', wholeNumber('the number of a commit')),
      dryRun: v.nullish(
        described('Whether to show what would come back, without writing; default: false.', FLAG),
        false,
      ),
    }),
  run: ({ commit, dryRun: isTrial }, work) => undo({ commit, isTrial, runId: undefined }, work),
});

/** `undoStructuredPropertyPlan` by a plan: its writes belong to a run. */
export const undoDefinitionsOfPlan = defineInternal({
  name: 'undoDefinitionsOfPlan',
  effect: 'write',
  needs: NEEDS_OF_PLANS,
  denial: () => 'Unable to change structured properties. Please contact your admin.',
  isLong: true,
  run: undo,
});

async function undo(toUndo: PlanToUndo, work: ProtectedWork): Promise<UndonePlan> {
  for (let tries = 1; ; tries++) {
    try {
      return await undoOnce(toUndo, work);
    } catch (error) {
      if (!(error instanceof ChangedSinceError) || tries === TRIES) throw error;
    }
  }
}

async function undoOnce({ commit, isTrial, runId }: PlanToUndo, work: ProtectedWork): Promise<UndonePlan> {
  const { actor, anyScope, query, services } = work;
  const events = await eventsOf(commit, work);
  const byProperty = Map.groupBy(events, ({ urn }) => urn);
  const stored = await query.getEntities([...byProperty.keys()], undefined, anyScope);
  const kept: KeptProperty[] = [];
  const changes: InverseChange[] = [];
  for (const [urn, changed] of byProperty) {
    const deletion = await query.lastDeletion(urn, anyScope);
    const deleted = deletion?.sequence === commit ? deletion : undefined;
    const inverse = inverseOf({ urn, changed, now: stored.get(urn), deleted });
    if ('reason' in inverse) kept.push(inverse);
    else changes.push(inverse);
  }
  const { plan, safe } = await withoutLoss(changes, kept, work);
  if (safe.length === 0) {
    const reasons = kept.map(({ reason, urn }) => `${urn}: ${reason}`).join(' ');
    throw new CatalogError(
      'CONFLICT',
      `Nothing of plan ${commit} can be undone. ${reasons}`,
      because('UNDO_OVERTAKEN'),
    );
  }
  const guard = plan === undefined ? {} : { unlessChangedSince: plan };
  const proposals = ofRun(
    runId,
    safe.flatMap((change) => change.proposals),
  );
  await services.change.ingest(actor.urn, proposals, { isTrial, ...guard });
  const [{ actor: by, time } = { actor: actor.urn, time: 0 }] = events;
  const undone = safe.map(({ urn, was }) => ({ urn, was }));
  const values = await restoredValues({ safe, commit, isTrial }, work);
  return { commit, created: { actor: by, time }, undone, kept, values };
}

/** The changes of structured properties in the commit. */
async function eventsOf(commit: Sequence, work: ProtectedWork): Promise<readonly ChangeEvent[]> {
  const since = cursorOf({ sequence: commit - 1, id: undefined });
  try {
    const page = await work.services.changes.read({ since, limit: 1, filter: EVERY_CHANGE }, work.anyScope);
    const events = page.events.filter(
      // The approval of a proposed plan is in the commit, too.
      (event) => event.sequence === commit && event.entityType !== CHANGE_PROPOSAL.entityType,
    );
    const { entityType } = STRUCTURED_PROPERTY;
    if (events.length > 0 && events.every((event) => event.entityType === entityType)) return events;
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'GONE') throw error;
    throw new CatalogError(
      'GONE',
      `The change log has no commit ${commit}; old commits are removed from it (option changeLog.keepFor).`,
      because('UNDO_EXPIRED'),
    );
  }
  throw new CatalogError(
    'NOT_FOUND',
    `Commit ${commit} did not apply a plan of structured properties, or you may not see them. The response to applying a plan has its commit.`,
  );
}

/**
 * Omits changes that would remove values. `plan`: the commit as of which that was checked; undefined if no change
 * needs the check.
 */
async function withoutLoss(changes: readonly InverseChange[], kept: KeptProperty[], work: ProtectedWork) {
  const input: PlanInput = {
    definitions: changes.flatMap((change) => {
      const { definition, urn } = change;
      if (definition === undefined) return [];
      // A plan refuses a version that is not greater than the current one.
      const { version: _, ...others } = definition;
      return [{ urn, propertyDefinition: hadOtherVersion(change) ? others : definition }];
    }),
    deletions: changes.flatMap(({ urn, was }) => (was === 'created' ? [{ urn, hard: true }] : [])),
  };
  if (input.definitions.length + input.deletions.length === 0) return { plan: undefined, safe: changes };
  const plan = await plansFor(input, work).plan(input);
  const planned = new Map(plan.definitions.map((definition) => [definition.urn, definition]));
  const safe = changes.flatMap((change): readonly InverseChange[] => {
    const effect = planned.get(change.urn);
    if (effect === undefined || effect.entities === 0) return [withVersion(change, effect, work)];
    const reason = `${effect.entities} assets have values that this would remove.`;
    kept.push({ urn: change.urn, reason });
    return [];
  });
  return { plan: plan.sequence, safe };
}

/**
 * A breaking definition, or one with another version, needs a version greater than all earlier ones: the current
 * time, or one later than the current version.
 */
function withVersion(
  change: InverseChange,
  effect: PlannedDefinition | undefined,
  { settings }: ProtectedWork,
): InverseChange {
  if (effect?.change !== 'breaking' && !hadOtherVersion(change)) return change;
  const time = Math.max(settings.now(), timeOfVersion(change.version) + 1_000);
  const version = new Date(time).toISOString().replace(/\D/g, '').slice(0, 14);
  const proposals = change.proposals.map((proposal): MetadataChangeProposal => {
    const isDefinition = proposal.aspectName === STRUCTURED_PROPERTY.definitionAspect;
    return isDefinition && 'value' in proposal
      ? { ...proposal, value: { ...proposal.value, version } }
      : proposal;
  });
  return { ...change, proposals };
}

function hadOtherVersion({ definition, version }: InverseChange): boolean {
  const former = text(definition?.['version']);
  return former !== undefined && former !== version;
}

/** Epoch ms of a version, which is a UTC time; 0 without one. */
function timeOfVersion(version: string | undefined): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version ?? '') ?? [];
  const [year = 1970, month = 1, ...others] = parts.map(Number);
  return Date.UTC(year, month - 1, ...others);
}

/** Starts the edits that restore the values of the properties, unless it is a dry run. */
async function restoredValues(
  {
    commit,
    isTrial,
    safe,
  }: Pick<PlanToUndo, 'commit' | 'isTrial'> & { readonly safe: readonly InverseChange[] },
  work: ProtectedWork,
): Promise<UndonePlan['values']> {
  const values: UndonePlan['values'][number][] = [];
  for (const { urn } of safe) {
    const lost = await valuesToRestore(urn, work, commit);
    if (lost === undefined) continue;
    const edit = isTrial ? undefined : await startRestoringValues(lost, work);
    values.push({ urn, assets: lost.changed, edit });
  }
  return values;
}
