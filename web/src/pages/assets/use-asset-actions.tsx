import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { loadedLater } from '../../components/feedback/loaded-later.tsx';
import { EditSelectedButton } from '../../features/bulk-edit/edit-selected-button.tsx';
import type { BulkEditSelection } from '../../shared/search/bulk-edit-selection.ts';

const BulkEditDialog = loadedLater(
  async () => (await import('../../features/bulk-edit/bulk-edit-dialog.tsx')).BulkEditDialog,
);
const ExportDialog = loadedLater(
  async () => (await import('../../features/bulk-edit/export-dialog.tsx')).ExportDialog,
);

/** Actions on selected results of a search, and their dialogs. */
export interface AssetActions {
  readonly actions: (assets: BulkEditSelection) => ReactNode;
  readonly dialogs: ReactNode;
}

/** Bulk edit and export. Dialogs keep their assets, and stay open if an edit leaves no search results. */
export function useAssetActions(): AssetActions {
  const [edited, setEdited] = useState<BulkEditSelection>();
  const [exported, setExported] = useState<BulkEditSelection>();
  return {
    actions: (assets) => (
      <>
        <EditSelectedButton
          assets={assets}
          onPress={() => {
            setEdited(assets);
          }}
        />
        <Button
          onPress={() => {
            setExported(assets);
          }}
        >
          Export CSV
        </Button>
      </>
    ),
    dialogs: (
      <>
        {edited && (
          <BulkEditDialog
            selection={edited}
            onClose={() => {
              setEdited(undefined);
            }}
          />
        )}
        {exported && (
          <ExportDialog
            selection={exported}
            onClose={() => {
              setExported(undefined);
            }}
          />
        )}
      </>
    ),
  };
}
