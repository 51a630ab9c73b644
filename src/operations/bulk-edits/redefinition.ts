import { CatalogError } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import type { Requester } from '../requester.ts';
import { applyStructuredPropertyPlan } from '../structured-properties/apply-structured-property-plan.ts';
import { undoStructuredPropertyPlan } from '../structured-properties/undo-structured-property-plan.ts';
import type { BulkEditRequest } from './bulk-edits.ts';
import type { Outcome } from './edit-outcome.ts';

/** Environment of the steps of a running edit. */
interface Running {
  readonly requester: () => Promise<Pick<Requester, 'run'>>;
}

/** Whether the definition of a property changes with the edit, so that a dry run cannot judge values by it. */
export function redefines({ redefines: definition, undoes }: BulkEditRequest): boolean {
  return definition !== undefined || (undoes !== undefined && 'redefined' in undoes);
}

/** Writes the definition of the request, if every asset was changed; a refusal becomes a failure of the report. */
export async function redefine(
  { isTrial, redefines: definition }: BulkEditRequest,
  { requester }: Running,
  outcome: Outcome,
): Promise<void> {
  if (definition === undefined || isTrial || outcome.isStopped || outcome.hasFailures) return;
  const input = { definitions: [definition], deletions: [] };
  await orFailure(definition.urn, outcome, async () => {
    const applied = await (await requester()).run(applyStructuredPropertyPlan, { ...input, planToken: null });
    outcome.commit = applied.commit;
  });
}

/** Undoes the definition that the edit to undo has written, so that the former values are allowed again. */
export async function undoRedefinition(
  { isTrial, undoes }: BulkEditRequest,
  { requester }: Running,
  outcome: Outcome,
): Promise<void> {
  if (isTrial || undoes === undefined || !('redefined' in undoes)) return;
  const { commit, urn } = undoes.redefined;
  await orFailure(urn, outcome, async () => {
    await (await requester()).run(undoStructuredPropertyPlan, { commit, dryRun: false });
  });
}

async function orFailure(urn: Urn, outcome: Outcome, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    outcome.fail([{ urn, code: error.code, message: error.message }], 0);
  }
}
