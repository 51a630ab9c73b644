import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { EDIT_ACTIONS, type AssetSearch } from '../../model/bulk-edit.ts';
import { FILTER_OPERATORS } from '../../model/filter.ts';
import { exportAssets } from '../../operations/bulk-edits/csv/export-assets.ts';
import { getBulkEdit } from '../../operations/bulk-edits/get-bulk-edit.ts';
import { listBulkEdits } from '../../operations/bulk-edits/list-bulk-edits.ts';
import { startBulkEdit, type BulkEditInput } from '../../operations/bulk-edits/start-bulk-edit.ts';
import { stopBulkEdit } from '../../operations/bulk-edits/stop-bulk-edit.ts';
import { FLAG, TEXT, URN, batchOf, objectOf, readAs } from '../../operations/shapes.ts';
import { ownRoute, type OwnRoute } from './own-route.ts';

const CRITERION = objectOf({
  field: TEXT,
  condition: v.nullish(v.picklist(FILTER_OPERATORS, `one of ${FILTER_OPERATORS.join(', ')}`), 'EQUAL'),
  values: v.nullish(batchOf('values', TEXT), []),
  negated: v.nullish(FLAG, false),
});

/** A search, with types and conditions as in `SearchAcrossEntitiesInput`. */
const SEARCH = v.pipe(
  objectOf({
    types: v.nullish(batchOf('search.types', TEXT), []),
    query: v.nullish(TEXT, '*'),
    orFilters: v.nullish(batchOf('search.orFilters', objectOf({ and: batchOf('and', CRITERION) })), []),
  }),
  v.transform(({ orFilters, query, types }): AssetSearch => {
    const filter = orFilters.map(({ and }) =>
      and.map(({ condition: operator, field, negated, values }) => ({ field, operator, values, negated })),
    );
    return { entityTypes: types, query, filter };
  }),
);

const CHANGE = objectOf({
  field: TEXT,
  action: v.picklist(EDIT_ACTIONS, `one of ${EDIT_ACTIONS.join(', ')}`),
  values: v.nullish(batchOf('values', v.union([TEXT, v.number()], 'a string or a number')), []),
});

const A_NUMBER = 'the number of an edit';

/** Body of a request for a bulk edit: `urns` or `search` with `changes`, `csv`, the number of an edit to `undo`, the id of a `run` to undo, or a property whose values come back. */
export const EDIT_BODY = v.pipe(
  objectOf({
    urns: v.nullish(batchOf('urns', URN)),
    search: v.nullish(SEARCH),
    changes: v.nullish(batchOf('changes', CHANGE)),
    csv: v.nullish(TEXT),
    run: v.nullish(TEXT),
    since: v.nullish(TEXT),
    undo: v.nullish(v.pipe(v.number(A_NUMBER), v.safeInteger(A_NUMBER))),
    valuesOf: v.nullish(URN),
    dryRun: v.nullish(FLAG, false),
  }),
  readAs(({ dryRun: isTrial, ...body }): BulkEditInput => {
    const { changes, csv, run, search, since, undo, urns, valuesOf } = body;
    const given = [urns, search, csv, undo, run, valuesOf].filter((one) => one !== undefined && one !== null);
    if (given.length !== 1) {
      throw invalidRequest(
        `The body has ${given.length} of 'urns', 'search', 'csv', 'undo', 'run' and 'valuesOf'. Give one of them.`,
      );
    }
    if (typeof since === 'string' && typeof run !== 'string')
      throw invalidRequest("'since' goes with 'run' only. Leave it out.", 'since');
    if (typeof csv === 'string') {
      if (changes)
        throw invalidRequest(
          "'changes' cannot go with 'csv': the file says what changes. Leave it out.",
          'changes',
        );
      return { csv, isTrial };
    }
    if (changes && !search && !urns)
      throw invalidRequest("'changes' cannot go with 'undo', 'run' and 'valuesOf'. Leave it out.", 'changes');
    if (typeof undo === 'number') return { undo, isTrial };
    if (typeof run === 'string') return { run, since: since ?? undefined, isTrial };
    if (valuesOf) return { valuesOf, isTrial };
    const edits = changes ?? [];
    return search ? { search, edits, isTrial } : { urns: urns ?? [], edits, isTrial };
  }),
);

const EXPORT_BODY = objectOf({ search: SEARCH, columns: batchOf('columns', TEXT) });

/** Edits of many assets, their progress, and tables in CSV. */
export const BULK_EDIT_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    method: 'POST',
    path: '/bulk-edits',
    operation: startBulkEdit,
    success: 202,
    summary:
      'Start to change fields of many assets, or to undo such an edit or a run, or with dryRun to tell what that would do',
    body: EDIT_BODY,
    answer: ({ body, requester }) => requester.run(startBulkEdit, body),
  }),
  ownRoute({
    method: 'GET',
    path: '/bulk-edits',
    operation: listBulkEdits,
    summary: 'List your latest bulk edits',
    answer: async ({ requester }) => ({ edits: await requester.run(listBulkEdits, {}) }),
  }),
  ownRoute({
    method: 'GET',
    path: '/bulk-edits/:id',
    operation: getBulkEdit,
    mayMiss: true,
    summary: 'Get progress, changes and failures of one of your bulk edits',
    answer: ({ named, requester }) => requester.run(getBulkEdit, { id: idOf(named('id')) }),
  }),
  ownRoute({
    method: 'POST',
    path: '/bulk-edits/:id/stop',
    operation: stopBulkEdit,
    mayMiss: true,
    success: 202,
    summary: 'Stop one of your bulk edits after its current commit',
    answer: ({ named, requester }) => requester.run(stopBulkEdit, { id: idOf(named('id')) }),
  }),
  ownRoute({
    method: 'POST',
    path: '/exports/csv',
    operation: exportAssets,
    summary: 'Export fields of everything that matches a search, as a table in CSV',
    body: EXPORT_BODY,
    answer: ({ body, requester }) => requester.run(exportAssets, body),
  }),
];

function idOf(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw invalidRequest(`'${text}' is not the number of a bulk edit.`);
  return id;
}
