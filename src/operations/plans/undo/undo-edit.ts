import type { AssetEdit, EditFailure } from '../../../model/bulk-edit.ts';
import { invalidRequest } from '../../../errors.ts';
import type { JsonObject } from '../../../util/json.ts';
import { numeric, objects } from '../../../util/json/json-members.ts';
import type { EditToUndo } from '../../bulk-edits/bulk-edits.ts';
import { findEditedAssets } from '../../bulk-edits/find-edited-assets.ts';
import type { PlannedAsset } from '../../bulk-edits/planned-edit.ts';
import { applyEdits } from '../edits/apply-edits.ts';
import { shownOf, tryOut } from '../edits/edit-planner.ts';
import { plannedIn } from '../edits/planned-assets.ts';
import type { OpenPlan, Planned, Runner } from '../planner.ts';
import { keptOf } from './kept.ts';
import { readBounds } from './read-undo.ts';
import { because } from '../../../refusals.ts';

/** What an edit changed: how to undo it, and what cannot be undone. */
interface EditReversal {
  readonly assets: readonly AssetEdit[];
  readonly failures: readonly EditFailure[];
}

/** Dry run of the undo of an edit. */
export async function planUndoOfEdit(edit: number, undoes: EditToUndo, runner: Runner): Promise<Planned> {
  const { assets, failures } = await reversalOfEdit(undoes, runner);
  const report = await tryOut(assets, { undo: edit }, runner);
  const planned = plannedIn(report);
  const { kept, rest } = keptOf([...failures, ...reportedFailures(report)]);
  const shown = {
    ...shownOf(report),
    failures: rest,
    failureCount: rest.length,
    failed: numeric(report['failed']) ?? 0,
    kept,
    assets: assets.length,
  };
  return { shown, content: planned.length === 0 ? undefined : { edit, assets: planned.slice() } };
}

/** Undoes of an edit what the plan has shown. */
export function applyUndoOfEdit(
  plan: OpenPlan,
  undoes: () => Promise<EditToUndo>,
  runner: Runner,
): Promise<JsonObject> {
  // Only `planUndoOfEdit` writes it.
  const { assets: planned, edit } = plan.content as {
    readonly assets: PlannedAsset[];
    readonly edit: number;
  };
  const read = async (): Promise<EditReversal> => {
    const found = await reversalOfEdit(await undoes(), runner);
    const edits = new Map(found.assets.map((asset) => [asset.urn, asset.edits]));
    const failures: EditFailure[] = [];
    const assets = planned.flatMap(({ read: digests, urn }): AssetEdit[] => {
      const open = (edits.get(urn) ?? []).filter(({ field }) => Object.hasOwn(digests, field));
      if (open.length < Object.keys(digests).length) {
        const message = 'It is kept: it changed since the plan.';
        failures.push({ urn, code: 'CONFLICT', ...because('CHANGED_SINCE'), message });
        return [];
      }
      return [{ urn, edits: open.map((one) => ({ ...one, read: digests[one.field] ?? '' })) }];
    });
    return { assets, failures };
  };
  const urns = planned.map(({ urn }) => urn);
  return applyEdits({ urns, read, about: { undo: edit } }, plan, runner);
}

async function reversalOfEdit(undoes: EditToUndo, runner: Runner): Promise<EditReversal> {
  const { most } = await runner.run(readBounds, undefined);
  const { changed, isWholeCount, runId } = undoes;
  const assets: AssetEdit[] = [];
  const failures: EditFailure[] = [];
  for (let since = undoes.since, found = 0; ;) {
    const page = await runner.run(findEditedAssets, { runId, since });
    assets.push(
      ...page.assets.filter(({ edits }) => edits.length > 0).map(({ edits, urn }) => ({ urn, edits })),
    );
    failures.push(...page.failures);
    requireFew(assets.length, most);
    found += page.assets.length;
    if (page.isAtEnd || (isWholeCount && found >= changed)) return { assets, failures };
    since = page.cursor;
  }
}

/** Throws INVALID_REQUEST for more than a plan may change. */
export function requireFew(size: number, most: number): void {
  if (size <= most) return;
  throw invalidRequest(
    `A plan may change ${most} assets (option agents.maxAssets), and this undo has more. Use the command colophon undo.`,
  );
}

function reportedFailures(report: JsonObject): readonly EditFailure[] {
  // Only `Outcome` writes this member.
  return objects(report['failures']) as unknown as readonly EditFailure[];
}
