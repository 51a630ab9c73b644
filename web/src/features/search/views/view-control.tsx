import { useState, type ReactNode } from 'react';
import { Button, RefusedButton } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { Menu, type MenuEntry } from '../../../components/overlays/menu.tsx';
import type { Wording } from '../filters/describe-criterion.ts';
import { NO_FILTERS, criteriaOf } from '../../../shared/search/filters.ts';
import { RenameViewDialog } from './rename-view-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import type { SearchState } from '../../../shared/search/search-address.ts';
import { mergedFilters, viewFilterOf } from './view-definition.ts';
import { useDeletedToast } from '../../../shared/entities/undo-deletion.ts';
import { useDeleteView, useSetDefaultView, type SavedView, type Views } from './views.ts';

const NONE = '';

/** Selects a view, saves the filters as one, and manages existing views. */
export function ViewControl({
  state,
  views,
  wording,
  onChange,
}: {
  readonly state: SearchState;
  readonly views: Views;
  readonly wording: Wording;
  readonly onChange: (state: SearchState) => void;
}): ReactNode {
  const [open, setOpen] = useState<'save' | 'rename' | 'delete'>();
  const setDefault = useSetDefaultView();
  const view = views.views.find(({ urn }) => urn === state.view);
  const choices = views.views.map(({ urn, name, isGlobal, description }) => ({
    value: urn,
    label: name,
    help: [isGlobal ? 'For all users' : 'Only mine', description].filter((part) => part !== '').join('. '),
  }));
  // The view in the address may be deleted, or another person's own.
  const unknown =
    state.view !== undefined && state.view !== NONE && !view
      ? [{ value: state.view, label: 'Unknown view' }]
      : [];
  const choose = (urn: string): void => {
    onChange({ ...state, view: urn, page: 1 });
  };
  return (
    <Row gap={1}>
      {(choices.length > 0 || unknown.length > 0) && (
        <Select
          label="View"
          isLabelHidden
          value={state.view ?? NONE}
          choices={[{ value: NONE, label: 'No view' }, ...choices, ...unknown]}
          onChange={choose}
        />
      )}
      <SaveButton
        state={state}
        view={view}
        onPress={() => {
          setOpen('save');
        }}
      />
      {view && (
        <Menu
          label={`Actions for view ${view.name}`}
          look="quiet"
          entries={entriesOf(view, views, {
            setDefault: (urn, isGlobal) => {
              setDefault.mutate({ urn, isGlobal }, { onSuccess: () => showToast('Default view changed') });
            },
            edit: () => {
              onChange({ ...state, view: NONE, filters: view.filters ?? NO_FILTERS, page: 1 });
            },
            rename: () => {
              setOpen('rename');
            },
            remove: () => {
              setOpen('delete');
            },
          })}
        >
          <span aria-hidden="true">⋯</span>
        </Menu>
      )}
      {setDefault.error && <ErrorNotice error={setDefault.error} />}
      {open === 'save' && (
        <SaveDialog
          state={state}
          view={view}
          views={views}
          wording={wording}
          onClose={() => {
            setOpen(undefined);
          }}
          onSaved={(urn) => {
            setOpen(undefined);
            showToast('View saved');
            onChange({ ...state, view: urn, filters: NO_FILTERS, page: 1 });
          }}
        />
      )}
      {view && open === 'rename' && (
        <RenameViewDialog
          view={view}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
      {view && (
        <DeleteDialog
          view={view}
          isOpen={open === 'delete'}
          onClose={() => {
            setOpen(undefined);
          }}
          onDeleted={() => {
            setOpen(undefined);
            choose(NONE);
          }}
        />
      )}
    </Row>
  );
}

function entriesOf(
  view: SavedView,
  { mine, global, mayManageGlobal }: Views,
  act: {
    readonly setDefault: (urn: string | undefined, isGlobal: boolean) => void;
    readonly edit: () => void;
    readonly rename: () => void;
    readonly remove: () => void;
  },
): readonly MenuEntry[] {
  const isMine = mine === view.urn;
  const isGlobalDefault = global === view.urn;
  return [
    {
      id: 'mine',
      label: isMine ? 'Remove as my default' : 'Set as my default',
      onAction: () => act.setDefault(isMine ? undefined : view.urn, false),
    },
    ...(mayManageGlobal && view.isGlobal
      ? [
          {
            id: 'global',
            label: isGlobalDefault ? 'Remove as default for all users' : 'Set as default for all users',
            onAction: () => act.setDefault(isGlobalDefault ? undefined : view.urn, true),
          },
        ]
      : []),
    ...(view.filters ? [{ id: 'edit', label: 'Edit filters', onAction: act.edit }] : []),
    ...(view.isEditable ? [{ id: 'rename', label: 'Rename…', onAction: act.rename }] : []),
    ...(view.isEditable ? [{ id: 'delete', label: 'Delete…', onAction: act.remove, isDanger: true }] : []),
  ];
}

/** The filters to save: those of the selected view and the additional ones. */
function filtersToSave(state: SearchState, view: SavedView | undefined): ReturnType<typeof viewFilterOf> {
  if (!view) return viewFilterOf(state.filters);
  const merged = view.filters && mergedFilters(view.filters, state.filters);
  return merged && viewFilterOf(merged);
}

function SaveButton({
  state,
  view,
  onPress,
}: {
  readonly state: SearchState;
  readonly view: SavedView | undefined;
  readonly onPress: () => void;
}): ReactNode {
  const text = 'Save as view';
  if (criteriaOf(state.filters).length === 0) return null;
  if (filtersToSave(state, view) === undefined) {
    const reason =
      'A view can combine conditions with “and” or with “or”, not both. Simplify the filters to save them.';
    return <RefusedButton reason={reason}>{text}</RefusedButton>;
  }
  return <Button onPress={onPress}>{text}</Button>;
}

function SaveDialog({
  state,
  view,
  ...props
}: {
  readonly state: SearchState;
  readonly view: SavedView | undefined;
  readonly views: Views;
  readonly wording: Wording;
  readonly onClose: () => void;
  readonly onSaved: (urn: string) => void;
}): ReactNode {
  const filter = filtersToSave(state, view);
  return (
    filter && (
      <SaveViewDialog filter={filter} initial={view?.isEditable === true ? view : undefined} {...props} />
    )
  );
}

function DeleteDialog({
  view,
  isOpen,
  onClose,
  onDeleted,
}: {
  readonly view: SavedView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const showDeleted = useDeletedToast();
  const remove = useDeleteView(() => {
    showDeleted(view.urn, view.name);
    onDeleted();
  });
  return (
    <Dialog
      title={`Delete view ${view.name}?`}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="danger"
            isPending={remove.isPending}
            onPress={() => {
              remove.mutate(view.urn);
            }}
          >
            Delete view
          </Button>
        </>
      }
    >
      <p>
        {view.isGlobal ? 'The view is deleted for all users. ' : ''}Assets are not affected. You can undo it
        for a while, here and under Deleted.
      </p>
      {remove.error && <ErrorNotice error={remove.error} />}
    </Dialog>
  );
}
