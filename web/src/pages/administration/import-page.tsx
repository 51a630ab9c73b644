import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { ImportTable } from '../../features/bulk-edit/import-table.tsx';
import { useBulkEditRight } from '../../shared/rights/use-edit-right.ts';

/** Import of a CSV table: a dry run, then the changes. */
export function ImportPage(): ReactNode {
  const right = useBulkEditRight();
  return (
    <Page
      title="Import a table"
      lead="Set values of many assets from a CSV file. You review the changes before they are made."
      actions={<ButtonLink to="/edits">Your edits</ButtonLink>}
    >
      {right.state === 'refused' && (
        <EmptyState title="You cannot import a table">
          <p>{right.reason}</p>
        </EmptyState>
      )}
      {right.state === 'allowed' && <ImportTable />}
    </Page>
  );
}
