import { CatalogError, invalidRequest } from '../../errors.ts';
import { EDIT_ACTIONS, type AssetEdit, type FieldEdit } from '../../model/bulk-edit.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import type { JsonObject } from '../../util/json.ts';
import { object, objects, text, texts } from '../../util/json/json-members.ts';
import type { ProtectedWork } from '../work.ts';
import { cellOf, placesOf } from './cells.ts';
import { ownEdit } from './own-edit.ts';
import type { FieldEditText } from './read-edits.ts';
import { shortDigest } from '../../util/short-digest.ts';

/** Maximum assets that a plan changes. */
export const MOST_PLANNED = 1_000;
/** How long after its end a dry run can be applied, in ms. */
const VALID_MS = 3_600_000;
/** Maximum assets that a message names. */
const MOST_NAMED = 20;

/** What a dry run read of an asset that it would change: a digest of each field. */
export interface PlannedAsset extends JsonObject {
  readonly urn: Urn;
  readonly read: Readonly<Record<string, string>>;
}

/** The dry run of an edit, as its report keeps it. */
export interface PlannedEdit {
  readonly edits: readonly FieldEditText[];
  readonly assets: readonly PlannedAsset[];
  /** Start of the lineage that led to the assets. */
  readonly origin: Urn | undefined;
}

/** Digest of the values of a field, in any order. */
export function digestOf(values: readonly string[]): string {
  return shortDigest(JSON.stringify([...values].sort()));
}

/** The report with `canBeApplied` instead of the stored plan, which clients name by its number. */
export function withoutPlan(report: JobReport): JobReport {
  if (report.result?.['plan'] === undefined) return report;
  const { plan: _plan, ...result } = report.result;
  const canBeApplied = report.state === 'succeeded' && result['isStopped'] !== true;
  return { ...report, result: canBeApplied ? { ...result, canBeApplied } : result };
}

/** The edit of the caller that has applied the dry run; undefined if none has. */
export async function appliedBy(
  id: number,
  { actor, services }: Pick<ProtectedWork, 'actor' | 'services'>,
): Promise<JobReport | undefined> {
  const edits = await services.bulkEdits.list(actor.urn);
  const found = edits.find(({ result }) => object(result?.['about'])?.['plan'] === id);
  return found && ownEdit(found.id, { actor, services });
}

/**
 * What a dry run of the caller would change. Throws NOT_FOUND for dry runs of others, INVALID_REQUEST for an edit and
 * for a dry run that kept no plan, CONFLICT before its end, and GONE an hour after it.
 */
export async function plannedEdit(id: number, work: ProtectedWork): Promise<PlannedEdit> {
  const { finishedAt, result = {}, state } = await ownEdit(id, work);
  if (result['isTrial'] !== true)
    throw invalidRequest(`${id} is an edit. Give the number of a dry run.`, 'plan', because('PLAN_MISSING'));
  if (finishedAt === undefined)
    throw new CatalogError(
      'CONFLICT',
      `Dry run ${id} has not ended. Wait for its end, then apply it.`,
      because('EDIT_RUNNING'),
    );
  if (work.settings.now() - finishedAt > VALID_MS)
    throw new CatalogError(
      'GONE',
      `Dry run ${id} ended more than an hour ago. Start it again.`,
      because('PLAN_EXPIRED'),
    );
  const assets = objects(result['plan']).flatMap(({ read, urn }): readonly PlannedAsset[] => {
    const digests = Object.entries(object(read) ?? {}).map(
      ([field, digest]) => [field, text(digest) ?? ''] as const,
    );
    return typeof urn === 'string' && isUrn(urn) ? [{ urn, read: Object.fromEntries(digests) }] : [];
  });
  if (assets.length === 0 || state !== 'succeeded' || result['isStopped'] === true) {
    const reasons = `was stopped, changes nothing or more than ${MOST_PLANNED} assets, or has no 'changes' of 'urns', 'search' or 'lineage'`;
    throw invalidRequest(`Dry run ${id} cannot be applied: it ${reasons}.`, 'plan', because('PLAN_UNUSABLE'));
  }
  const about = object(result['about']);
  const origin = text(object(about?.['lineage'])?.['urn']);
  const edits = objects(about?.['changes']).map(({ action, field, values }) => ({
    field: text(field) ?? '',
    action: EDIT_ACTIONS.find((one) => one === action) ?? 'set',
    values: texts(values),
  }));
  return { edits, assets, origin: origin !== undefined && isUrn(origin) ? origin : undefined };
}

/** The planned changes of each asset. Throws CONFLICT if a field has other values than the dry run read. */
export async function editsAsPlanned(
  id: number,
  assets: readonly PlannedAsset[],
  edits: readonly FieldEdit[],
  { query, scope }: Pick<ProtectedWork, 'query' | 'scope'>,
): Promise<readonly AssetEdit[]> {
  const planned = assets.map(({ read, urn }) => ({
    urn,
    edits: edits.flatMap((edit) => {
      const digest = read[edit.field];
      return digest === undefined ? [] : [{ ...edit, read: digest }];
    }),
  }));
  const changed = await changedSinceRead(planned, { query, scope });
  if (changed.length === 0) return planned;
  const named = changed.slice(0, MOST_NAMED);
  throw new CatalogError(
    'CONFLICT',
    `${changed.length} of ${planned.length} assets changed since dry run ${id}: ${named.join(', ')}. Start the dry run again.`,
    because('PLAN_OUTDATED'),
  );
}

/** Urns of the assets of which a field has other values than a dry run has read. */
export async function changedSinceRead(
  planned: readonly AssetEdit[],
  { query, scope }: Pick<ProtectedWork, 'query' | 'scope'>,
): Promise<readonly Urn[]> {
  const { aspectNames, holders } = placesOf(
    planned.map(({ edits, urn }) => ({ urn, fields: edits.map(({ field }) => field) })),
  );
  const stored = await query.getEntities(holders, aspectNames, scope);
  return planned
    .filter(({ edits, urn }) =>
      edits.some(({ field, read }) => read !== undefined && digestOf(cellOf(field, urn, stored)) !== read),
    )
    .map(({ urn }) => urn);
}
