import type { ReactNode } from 'react';
import { ButtonLink } from '../components/controls/button.tsx';
import { Page } from '../components/layout/layout.tsx';
import { ASSET_KEYS } from '../features/bin/asset-keys.ts';
import { DeletedTable } from '../features/bin/deleted-table.tsx';

/** Assets that were deleted permanently and can still be restored. */
export function BinPage(): ReactNode {
  return (
    <Page
      title="Deleted"
      lead="What was deleted permanently, as long as it can be restored."
      actions={<ButtonLink to="/properties?tab=deleted">Deleted properties</ButtonLink>}
    >
      <DeletedTable label="Permanently deleted assets" keys={ASSET_KEYS} />
    </Page>
  );
}
