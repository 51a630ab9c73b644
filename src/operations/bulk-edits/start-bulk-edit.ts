import { CatalogError, TooManyRequestsError, invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { AssetSearch, FieldEdit } from '../../model/bulk-edit.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import type { Urn } from '../../model/urn.ts';
import { checkBatchSize } from '../../util/batch-size.ts';
import type { JsonObject } from '../../util/json.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { holdEdit } from '../proposals/hold-edit.ts';
import { checkSearch } from '../search/search-limits.ts';
import type { OperationSettings, ProtectedWork, Work } from '../work.ts';
import type { BulkEditRequest, ValuesToRestore } from './bulk-edits.ts';
import { readTable } from './csv/read-table.ts';
import { BULK_EDIT, type BulkEditInput } from './edit-shape.ts';
import { requireLabels } from './edit-assets.ts';
import { valuesToRestore } from './find-lost-values.ts';
import { findAssets, pageOf } from './find-assets.ts';
import { alongLineage, checkLineage, findInLineage } from './find-lineage.ts';
import { editToUndo } from './edit-to-undo.ts';
import { runToUndo, type RunInput } from '../undo/run/run-to-undo.ts';
import { appliedBy, editsAsPlanned, plannedEdit } from './planned-edit.ts';
import { requestOfRedefinition, type RedefinitionInput } from './redefinition-request.ts';
import {
  definitionsOf,
  fieldName,
  fieldOf,
  readFieldEdit,
  type Definitions,
  type FieldEditText,
} from './read-edits.ts';

/** The part of a request that depends on the kind of edit. */
type Asked = Omit<BulkEditRequest, 'isTrial' | 'runId' | 'since'>;

const MANAGE_PROPERTIES = 'MANAGE_STRUCTURED_PROPERTIES';
/** Maximum fields of one edit. */
const MOST_FIELDS = 100;
/** Maximum urns in a report; with all of them there, the edit can be started again from the report. */
const MOST_LISTED = 1_000;

/**
 * Starts a bulk edit or a dry run as a job with the rights of the caller. Throws INVALID_REQUEST for an unknown
 * property, an invalid value, an empty selection, and an invalid file; NOT_FOUND for a label that does not exist; for
 * an edit to undo, NOT_FOUND unless it is the caller's, CONFLICT while it runs, and GONE if the log no longer
 * contains it; for a dry run to apply, CONFLICT if what it read has changed. A dry run that is applied again returns the
 * first edit. Refusals of single assets are in the report. With a propose-only token the edit becomes a proposal, HELD.
 */
export const startBulkEdit = defineProtected({
  name: 'startBulkEdit',
  effect: 'write',
  proposing: 'run',
  summary:
    'Starts a bulk edit of labels, descriptions, deprecation or properties of many assets, or a dry run.',
  input: () => BULK_EDIT,
  limits: (input, settings) => checkInput(input, settings),
  isLong: true,
  hasOwnBounds: true,
  // The rights on each asset are checked when the job processes it.
  needs: {
    anyOf: [MANAGE_PROPERTIES],
    clauses: (input) => ('definition' in input ? [[{ privilege: MANAGE_PROPERTIES }]] : []),
    documented: TOKEN,
  },
  run: async (input, work): Promise<JobReport> => {
    const applied = 'plan' in input ? await appliedBy(input.plan, work) : undefined;
    if (applied !== undefined) return applied;
    const request = await readRequest(input, work);
    const findsAssets = request.undoes !== undefined || request.redefines !== undefined;
    if (!findsAssets && request.assets.length + request.failures.length === 0) {
      throw invalidRequest(emptySelection(input), undefined, because('SELECTION_EMPTY'));
    }
    return startEdit({ ...request, isProposed: input.isProposed === true }, input.isTrial, work);
  },
});

function emptySelection(input: BulkEditInput): string {
  if ('search' in input)
    return 'The selection is empty: nothing matches the search. Change its text or its conditions.';
  if ('lineage' in input)
    return 'The selection is empty: lineage leads to no asset that may have the changed fields. Use another start, more hops or the other direction.';
  return 'The selection is empty. Give the urns of assets, a search, lineage, or a file with rows.';
}

async function startEdit(request: Asked, isTrial: boolean, work: ProtectedWork): Promise<JobReport> {
  const { actor, services, settings } = work;
  if (!isTrial) await holdEdit(request, work);
  // Another process may have written the changes to undo; its last commits must be visible here.
  await services.changes.catchUp();
  const since = await services.changes.cursorOf('now', 'since');
  const runId = `bulk-edit-${settings.newId()}`;
  return services.bulkEdits.start(actor, { ...request, runId, since, isTrial });
}

/** Starts an edit that restores lost values of assets. Returns its number; undefined if too many edits are queued. */
export async function startRestoringValues(
  lost: ValuesToRestore,
  work: ProtectedWork,
): Promise<number | undefined> {
  try {
    return (await startEdit(restoring(lost), false, work)).id;
  } catch (error) {
    // The definition is restored; an undefined number shows that the values must be requested separately.
    if (!(error instanceof TooManyRequestsError)) throw error;
    return undefined;
  }
}

export function readRequest(input: BulkEditInput, work: ProtectedWork): Promise<Asked> {
  if ('undo' in input) return undoOf(input.undo, work);
  if ('run' in input) return undoOfRun(input, work);
  if ('plan' in input) return requestOfPlan(input.plan, work);
  if ('valuesOf' in input) return valuesOf(input.valuesOf, work);
  if ('definition' in input) return requestOfRedefinition(input, work);
  return 'csv' in input ? requestOfTable(input.csv, work) : requestOf(input, work);
}

export function checkInput(input: BulkEditInput, settings: OperationSettings): void {
  if (!('edits' in input)) return;
  if (input.edits.length === 0)
    throw invalidRequest(
      "'changes' is empty. Name at least one field to change.",
      'changes',
      because('INPUT_MISSING', { name: 'changes' }),
    );
  checkBatchSize('changes', input.edits.length, MOST_FIELDS);
  if ('search' in input) checkSearch(pageOf(input.search, settings));
  else if ('lineage' in input) checkLineage(input.lineage, input.edits);
  else if ('urns' in input) checkBatchSize('urns', input.urns.length);
}

async function requestOf(
  input: Exclude<Extract<BulkEditInput, { readonly edits: object }>, RedefinitionInput>,
  work: Work,
): Promise<Asked> {
  const { definitions, edits } = await readEdits(input.edits, work);
  const urns = new Set<Urn>('urns' in input ? input.urns : []);
  if ('lineage' in input)
    for (const urn of await findInLineage(input.lineage, edits, definitions, work)) urns.add(urn);
  if ('search' in input)
    for await (const page of findAssets(input.search, work)) for (const urn of page) urns.add(urn);
  const changes = edits.map(({ field, ...edit }) => ({ field: fieldName(field), ...edit }));
  const selection =
    'urns' in input
      ? { urns: urns.size, ...(urns.size <= MOST_LISTED && { assets: [...urns] }) }
      : 'search' in input
        ? { search: described(input.search) }
        : { lineage: { ...input.lineage } };
  const found = 'lineage' in input ? edits.map((edit) => alongLineage(edit, input.lineage)) : edits;
  return {
    about: { ...selection, changes },
    assets: [...urns].map((urn) => ({ urn, edits: found })),
    failures: [],
    lines: new Map(),
  };
}

async function requestOfPlan(id: number, work: ProtectedWork): Promise<Asked> {
  const planned = await plannedEdit(id, work);
  const { edits } = await readEdits(planned.edits, work);
  const { origin } = planned;
  const given = origin === undefined ? edits : edits.map((edit) => ({ ...edit, origin }));
  const assets = await editsAsPlanned(id, planned.assets, given, work);
  return {
    about: {
      plan: id,
      urns: assets.length,
      assets: assets.map(({ urn }) => urn),
      changes: edits.map(({ field, ...edit }) => ({ field: fieldName(field), ...edit })),
    },
    assets,
    failures: [],
    lines: new Map(),
  };
}

async function readEdits(
  texts: readonly FieldEditText[],
  work: Work,
): Promise<{ readonly edits: readonly FieldEdit[]; readonly definitions: Definitions }> {
  const fields = texts.map(({ field }) => fieldOf(field, work));
  const twice = fields.find((field, i) => fields.indexOf(field) !== i);
  if (twice !== undefined)
    throw invalidRequest(
      `'changes' names '${fieldName(twice)}' twice. Make it one change.`,
      'changes',
      because('INPUT_REPEATED', { name: fieldName(twice) }),
    );
  const definitions = await definitionsOf(fields, work);
  const edits = texts.map((text) => readFieldEdit(text, definitions, work));
  await requireLabels([{ edits }], work);
  return { edits, definitions };
}

function described({ entityTypes, filter, query }: AssetSearch) {
  const orFilters = filter.map((criteria) => ({
    and: criteria.map(({ field, negated, operator: condition, values }) => ({
      field,
      condition,
      values,
      negated,
    })),
  }));
  return { types: entityTypes, query, orFilters };
}

async function requestOfTable(csv: string, work: ProtectedWork): Promise<Asked> {
  const { fields, rows, ...table } = await readTable(csv, work);
  return { about: { rows, fields: fields.map(fieldName) }, ...table };
}

async function undoOf(id: number, work: ProtectedWork): Promise<Asked> {
  return givingBack({ undo: id }, await editToUndo(id, work));
}

async function undoOfRun({ run, since }: RunInput, work: ProtectedWork): Promise<Asked> {
  const undoes = await runToUndo({ run, since }, work);
  return givingBack({ run, ...(since !== undefined && { since }) }, undoes);
}

async function valuesOf(propertyUrn: Urn, work: ProtectedWork): Promise<Asked> {
  const undoes = await valuesToRestore(propertyUrn, work);
  if (undoes !== undefined) return restoring(undoes);
  throw new CatalogError(
    'NOT_FOUND',
    `No values of ${propertyUrn} can be restored: it was neither hard-deleted nor broken, or you may not view it.`,
  );
}

function restoring(undoes: ValuesToRestore): Asked {
  return givingBack({ valuesOf: undoes.propertyUrn }, undoes);
}

/** An edit that finds its assets in the change feed. */
function givingBack(about: JsonObject, undoes: NonNullable<Asked['undoes']>): Asked {
  return { about, assets: [], undoes, failures: [], lines: new Map() };
}
