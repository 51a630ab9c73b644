import { exportAssets } from '../../../../operations/bulk-edits/csv/export-assets.ts';
import { getBulkEdit } from '../../../../operations/bulk-edits/get-bulk-edit.ts';
import { listBulkEdits } from '../../../../operations/bulk-edits/list-bulk-edits.ts';
import { startBulkEdit } from '../../../../operations/bulk-edits/start-bulk-edit.ts';
import { stopBulkEdit } from '../../../../operations/bulk-edits/stop-bulk-edit.ts';
import { assetSearch, bulkEditInput } from '../../inputs/bulk-edit-input.ts';
import { presentBulkEdit } from '../../presenters/bulk-edit.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy, bind, ofArguments } from '../fields/bind-operation.ts';

/** Queries of bulk edits, and the export of assets as a table. */
export const BULK_EDIT_QUERIES = {
  bulkEdit: answeredBy(getBulkEdit, async (_root, { id }, context) =>
    presentBulkEdit(await context.run(getBulkEdit, { id })),
  ),
  bulkEdits: answeredBy(listBulkEdits, async (_root, _args, context) =>
    (await context.run(listBulkEdits, {})).map(presentBulkEdit),
  ),
  exportAssets: answeredBy(exportAssets, (_root, { input: { columns, search } }, context) =>
    context.run(exportAssets, { columns, search: assetSearch(search) }),
  ),
} satisfies Partial<Resolvers['Query']>;

/** Mutations that start and stop bulk edits. */
export const BULK_EDIT_MUTATIONS = {
  startBulkEdit: bind(startBulkEdit, ({ input }, { references }) => bulkEditInput(input, references), {
    present: presentBulkEdit,
  }),
  stopBulkEdit: ofArguments(stopBulkEdit, { present: presentBulkEdit }),
} satisfies Partial<Resolvers['Mutation']>;
