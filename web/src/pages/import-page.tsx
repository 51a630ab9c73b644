import type { ReactNode } from 'react';
import { ButtonLink } from '../components/controls/button.tsx';
import { EmptyState } from '../components/feedback/notices.tsx';
import { Page } from '../components/layout/layout.tsx';
import { ImportTable } from '../features/bulk-edit/import-table.tsx';
import { useBulkEditRight } from '../features/bulk-edit/use-edit-right.ts';

/** Import of a table: the comparison first, then the changes. */
export function ImportPage(): ReactNode {
  const right = useBulkEditRight();
  return (
    <Page
      title="Import a table"
      lead="Gives assets the values in a CSV file. You see what would change before anything does."
      actions={<ButtonLink to="/edits">Your edits</ButtonLink>}
    >
      {right.state === 'refused' && (
        <EmptyState title="You may not import a table">
          <p>{right.reason.text}</p>
        </EmptyState>
      )}
      {right.state === 'allowed' && <ImportTable />}
    </Page>
  );
}
