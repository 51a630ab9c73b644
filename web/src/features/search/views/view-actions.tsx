import { useState, type ReactNode } from 'react';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { loadedLater } from '../../../components/feedback/loaded-later.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import type { MenuEntry } from '../../../components/overlays/menu-entries.ts';
import { Menu } from '../../../components/overlays/menu.tsx';
import type { Filters } from '../../../shared/search/filters.ts';
import { useSetDefaultView, type SavedView, type Views } from './views.ts';

const RenameViewDialog = loadedLater(async () => (await import('./rename-view-dialog.tsx')).RenameViewDialog);
const DeleteViewDialog = loadedLater(async () => (await import('./delete-view-dialog.tsx')).DeleteViewDialog);

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
        <DeleteViewDialog
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
