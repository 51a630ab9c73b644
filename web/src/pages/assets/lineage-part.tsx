import { useState, type ReactNode } from 'react';
import { loadedLater } from '../../components/feedback/loaded-later.tsx';
import { LineageTab } from '../../features/lineage/lineage-tab.tsx';
import { useBulkEditRight, useMayOnlyPropose } from '../../shared/rights/use-edit-right.ts';
import type { LineageSelection } from '../../shared/search/bulk-edit-selection.ts';

const BulkEditDialog = loadedLater(
  async () => (await import('../../features/bulk-edit/bulk-edit-dialog.tsx')).BulkEditDialog,
);

/** The lineage of an entity, and the edit of what is upstream or downstream of it, for people who may edit or propose changes of some asset. */
export function LineagePart({ urn }: { readonly urn: string }): ReactNode {
  const [edited, setEdited] = useState<Omit<LineageSelection, 'urn'>>();
  const mayEdit = useBulkEditRight().state === 'allowed';
  const mayOnlyPropose = useMayOnlyPropose();
  return (
    <>
      <LineageTab
        urn={urn}
        edit={mayEdit || mayOnlyPropose ? { onEdit: setEdited, isProposed: mayOnlyPropose } : undefined}
      />
      {edited && (
        <BulkEditDialog
          selection={{ lineage: { urn, ...edited } }}
          onClose={() => {
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}
