import { notedCommit } from '../../../auth/audit/request-scope.ts';
import { CatalogError } from '../../../errors.ts';
import type { AssetChange, AssetEdit, EditFailure } from '../../../model/bulk-edit.ts';
import type { Urn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { BulkEditRequest } from '../../bulk-edits/bulk-edits.ts';
import { editAssets } from '../../bulk-edits/edit-assets.ts';
import { findRefusedEdits } from '../../bulk-edits/find-refused-edits.ts';
import { PER_COMMIT } from '../../bulk-edits/in-halves.ts';
import type { OpenPlan, Runner } from '../planner.ts';
import { findChangedAssets } from './find-changed-assets.ts';
import { findAppliedEdit, keepEdit, startPlannedEdit } from './keep-edit.ts';
import { because } from '../../../refusals.ts';

/** Maximum assets that a message names. */
const MOST_NAMED = 10;

/** The edits of a plan. */
export interface PlannedEdits {
  /** The planned assets. */
  readonly urns: readonly Urn[];
  /** Their edits now, and why some are left out. */
  readonly read: () => Promise<{
    readonly assets: readonly AssetEdit[];
    readonly failures: readonly EditFailure[];
  }>;
  /** The request, for the report of the edit. */
  readonly about: JsonObject;
}

/**
 * Applies the edits of a plan. Up to 200 assets are changed in one commit, all or none; throws CONFLICT if one has changed
 * since. More are changed by a job, which leaves out those that have changed.
 */
export async function applyEdits(planned: PlannedEdits, plan: OpenPlan, runner: Runner): Promise<JsonObject> {
  const { urns } = planned;
  const empty = urns.map((urn) => ({ urn, edits: [] }));
  const known = requestOf(planned, empty, [], plan);
  const earlier = plan.isRetry ? await runner.run(findAppliedEdit, known) : undefined;
  if (earlier !== undefined) return earlier;
  const { assets, failures } = await planned.read();
  const request = requestOf(planned, assets, failures, plan);
  if (urns.length > PER_COMMIT) return runner.run(startPlannedEdit, request);
  requireNone([...new Set(failures.map(({ urn }) => urn))], urns.length);
  const changes = await writeAtOnce(assets, plan.runId, runner);
  return runner.run(keepEdit, { request, changes, commit: notedCommit() });
}

function requestOf(
  { about, urns }: PlannedEdits,
  assets: readonly AssetEdit[],
  failures: readonly EditFailure[],
  { name, reason, runId, since }: OpenPlan,
): BulkEditRequest {
  return {
    about: { ...about, plan: name, reason, urns: urns.length, assets: urns.slice() },
    assets,
    failures,
    lines: new Map(),
    isTrial: false,
    runId,
    since,
  };
}

async function writeAtOnce(
  assets: readonly AssetEdit[],
  runId: string,
  runner: Runner,
): Promise<readonly AssetChange[]> {
  const batch = { assets, isTrial: false };
  const [refused] = await runner.run(findRefusedEdits, batch);
  if (refused !== undefined)
    throw new CatalogError(refused.code, `${refused.urn}: ${refused.message} Nothing was changed.`);
  requireNone(await runner.run(findChangedAssets, assets), assets.length);
  try {
    return await runner.run(editAssets, { ...batch, runId });
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'PRECONDITION') throw error;
    throw new CatalogError('CONFLICT', `Nothing was changed: ${error.message}`, because('PLAN_OUTDATED'));
  }
}

function requireNone(changed: readonly string[], total: number): void {
  if (changed.length === 0) return;
  const more = changed.length > MOST_NAMED ? ', …' : '';
  throw new CatalogError(
    'CONFLICT',
    `${changed.length} of ${total} assets changed since the plan: ${changed.slice(0, MOST_NAMED).join(', ')}${more}. Nothing was changed; plan again.`,
    because('PLAN_OUTDATED'),
  );
}
