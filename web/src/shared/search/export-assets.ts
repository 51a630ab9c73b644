import { PageError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { saveFile } from '../../api/save-file.ts';
import type { BulkEditSelection } from './bulk-edit-selection.ts';

/** Saves these fields of the assets as a CSV file; resolves with the number of rows. Throws {@link ApiError}. */
export async function exportAssets(
  selection: BulkEditSelection,
  columns: readonly string[],
): Promise<number> {
  const search =
    'urns' in selection
      ? { orFilters: [{ and: [{ field: 'urn', values: selection.urns }] }] }
      : selection.search;
  const table = await request('/api/colophon/v1/exports/csv', { body: { search, columns } });
  if (!isObject(table) || typeof table['csv'] !== 'string' || typeof table['rows'] !== 'number') {
    throw new PageError('The server sent no table. Try again.');
  }
  const day = new Date().toISOString().slice(0, 10);
  saveFile(`assets-${day}.csv`, 'text/csv', table['csv']);
  return table['rows'];
}
