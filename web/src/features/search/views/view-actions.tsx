import { useState, type ReactNode } from 'react';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { ConfirmDialog } from '../../../components/overlays/confirm-dialog.tsx';
import { Menu, type MenuEntry } from '../../../components/overlays/menu.tsx';
import { UndoNote } from '../../../shared/deletions/undo-note.tsx';
import { useDeletedToast } from '../../../shared/entities/undo-deletion.ts';
import type { Filters } from '../../../shared/search/filters.ts';
import { RenameViewDialog } from './rename-view-dialog.tsx';
import { useDeleteView, useSetDefaultView, type SavedView, type Views } from './views.ts';

/** Menu of actions on a view, with their dialogs. */
export function ViewActions({
  view,
  views,
  onEdit,
  onDeleted,
}: {
  readonly view: SavedView;
  readonly views: Views;
  /** Edits the filters of the view. */
  readonly onEdit: (filters: Filters) => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const setDefault = useSetDefaultView();
  const close = (): void => setOpen(undefined);
  const entries: readonly MenuEntry[] = [
    ...defaultEntries(view, views, (urn, isGlobal) => {
      setDefault.mutate({ urn, isGlobal }, { onSuccess: () => showToast('Default view changed') });
    }),
    ...editEntries(view, onEdit),
    ...(view.isEditable
      ? [
          { id: 'rename', label: 'Rename…', onAction: () => setOpen('rename') },
          { id: 'delete', label: 'Delete…', onAction: () => setOpen('delete'), isDanger: true },
        ]
      : []),
  ];
  return (
    <>
      <Menu label={`Actions for view ${view.name}`} look="quiet" entries={entries}>
        <span aria-hidden="true">⋯</span>
      </Menu>
      {setDefault.error && <ErrorNotice error={setDefault.error} />}
      {open === 'rename' && <RenameViewDialog view={view} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog
          view={view}
          onClose={close}
          onDeleted={() => {
            close();
            onDeleted();
          }}
        />
      )}
    </>
  );
}

/** Entries that make the view the default, or no longer. */
function defaultEntries(
  { urn, isGlobal }: SavedView,
  { mine, global, mayManageGlobal }: Views,
  setDefault: (urn: string | undefined, isGlobal: boolean) => void,
): readonly MenuEntry[] {
  const entries = [
    {
      id: 'mine',
      label: mine === urn ? 'Remove as my default' : 'Set as my default',
      onAction: () => setDefault(mine === urn ? undefined : urn, false),
    },
  ];
  if (!mayManageGlobal || !isGlobal) return entries;
  return [
    ...entries,
    {
      id: 'global',
      label: global === urn ? 'Remove as default for all users' : 'Set as default for all users',
      onAction: () => setDefault(global === urn ? undefined : urn, true),
    },
  ];
}

function editEntries({ filters }: SavedView, onEdit: (filters: Filters) => void): readonly MenuEntry[] {
  return filters ? [{ id: 'edit', label: 'Edit filters', onAction: () => onEdit(filters) }] : [];
}

function DeleteDialog({
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
      <p>{view.isGlobal ? 'The view is deleted for all users. ' : ''}Assets are not affected.</p>
      <UndoNote />
    </ConfirmDialog>
  );
}
