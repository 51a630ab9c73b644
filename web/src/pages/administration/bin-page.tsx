import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { DeletedTable } from '../../features/bin/deleted-table.tsx';

/** Assets that were deleted permanently and can still be restored. */
export function BinPage(): ReactNode {
  return (
    <Page
      title="Deleted"
      lead="What was deleted permanently, and values that a change of a property cleared, as long as they can be restored."
      actions={<ButtonLink to="/properties?tab=deleted">Deleted properties</ButtonLink>}
    >
      <DeletedTable label="Permanently deleted" />
    </Page>
  );
}
