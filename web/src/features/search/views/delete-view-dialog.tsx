import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/overlays/confirm-dialog.tsx';
import { UndoNote } from '../../../shared/deletions/undo-note.tsx';
import { useDeletedToast } from '../../../shared/entities/undo-deletion.ts';
import { useDeleteView, type SavedView } from './views.ts';

/** Dialog that deletes a view. */
export function DeleteViewDialog({
  view,
  onClose,
  onDeleted,
}: {
  readonly view: SavedView;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const showDeleted = useDeletedToast();
  const remove = useDeleteView(() => {
    showDeleted(view.urn, view.name);
    onDeleted();
  });
  return (
    <ConfirmDialog
      title={`Delete view ${view.name}?`}
      action="Delete view"
      change={remove}
      onClose={onClose}
      input={view.urn}
    >
      <p>
        {view.isGlobal ? 'The view is deleted for all users. ' : ''}People who have it as the default see all
        assets again. Assets are not affected. To only change what it shows, edit it instead.
      </p>
      <UndoNote />
    </ConfirmDialog>
  );
}
