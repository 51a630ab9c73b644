import { exportAssets } from '../../operations/bulk-edits/csv/export-assets.ts';
import { getBulkEdit } from '../../operations/bulk-edits/get-bulk-edit.ts';
import { listBulkEdits } from '../../operations/bulk-edits/list-bulk-edits.ts';
import { startBulkEdit } from '../../operations/bulk-edits/start-bulk-edit.ts';
import { stopBulkEdit } from '../../operations/bulk-edits/stop-bulk-edit.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Edits of many assets, their progress, and tables in CSV. */
export const BULK_EDIT_ROUTES: readonly OwnRoute[] = [
  exposed('POST /bulk-edits', startBulkEdit, { success: 202 }),
  exposed('GET /bulk-edits', listBulkEdits, { present: (edits) => ({ edits }) }),
  exposed('GET /bulk-edits/:id', getBulkEdit, { mayMiss: true }),
  exposed('POST /bulk-edits/:id/stop', stopBulkEdit, { success: 202 }),
  exposed('POST /exports/csv', exportAssets),
];
