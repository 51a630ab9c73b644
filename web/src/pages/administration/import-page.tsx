import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { ImportTable } from '../../features/bulk-edit/import-table.tsx';
import { useBulkEditRight, useMayProposeAnywhere } from '../../shared/rights/use-edit-right.ts';

const IMPORTING = 'Set values of many assets from a CSV file. You review the changes before they are made.';
const PROPOSING =
  'Propose values of many assets from a CSV file. You see the changes first, and nothing changes until somebody who may make them approves.';

/** Import of a CSV table: a dry run, then the changes; or their proposal, for people who may not make them. */
export function ImportPage(): ReactNode {
  const right = useBulkEditRight();
  const mayPropose = useMayProposeAnywhere();
  const isProposed = right.state === 'refused' && mayPropose;
  return (
    <Page
      title="Import a table"
      lead={isProposed ? PROPOSING : IMPORTING}
      actions={
        isProposed ? (
          <ButtonLink to="/proposals?for=me">Your proposals</ButtonLink>
        ) : (
          <ButtonLink to="/edits">Your edits</ButtonLink>
        )
      }
    >
      {right.state === 'refused' && !mayPropose && (
        <EmptyState title="You cannot import a table">
          <p>{right.reason}</p>
        </EmptyState>
      )}
      {(right.state === 'allowed' || isProposed) && (
        <ImportTable mayEdit={!isProposed} mayPropose={mayPropose} />
      )}
    </Page>
  );
}
