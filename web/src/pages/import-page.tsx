import type { ReactNode } from 'react';
import { ButtonLink } from '../components/controls/button.tsx';
import { Page } from '../components/layout/layout.tsx';
import { ImportTable } from '../features/bulk-edit/import-table.tsx';

/** Import of a table: the comparison first, then the changes. */
export function ImportPage(): ReactNode {
  return (
    <Page
      title="Import a table"
      lead="Gives assets the values in a CSV file. You see what would change before anything does."
      actions={<ButtonLink to="/edits">Your edits</ButtonLink>}
    >
      <ImportTable />
    </Page>
  );
}
