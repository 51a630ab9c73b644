import { useState, type ReactNode } from 'react';
import { Button, RefusedButton } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { loadedLater } from '../../../components/feedback/loaded-later.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { NO_FILTERS, criteriaOf } from '../../../shared/search/filters.ts';
import type { SearchState } from '../../../shared/search/search-address.ts';
import type { Wording } from '../filters/describe-criterion.ts';
import { ViewActions } from './view-actions.tsx';
import { mergedFilters, viewFilterOf } from './view-definition.ts';
import type { SavedView, Views } from './views.ts';

const NONE = '';

const SaveViewDialog = loadedLater(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog);

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
  const view = views.views.find(({ urn }) => urn === state.view);
  const choose = (urn: string): void => onChange({ ...state, view: urn, page: 1 });
  return (
    <Row gap={1}>
      <ViewSelect views={views.views} selected={state.view} onSelect={choose} />
      <SaveView
        state={state}
        view={view}
        views={views}
        wording={wording}
        onSaved={(urn) => onChange({ ...state, view: urn, filters: NO_FILTERS, page: 1 })}
      />
      {view && (
        <ViewActions
          view={view}
          views={views}
          onEdit={(filters) => onChange({ ...state, view: NONE, filters, page: 1 })}
          onDeleted={() => choose(NONE)}
        />
      )}
    </Row>
  );
}

function ViewSelect({
  views,
  selected = NONE,
  onSelect,
}: {
  readonly views: readonly SavedView[];
  readonly selected: string | undefined;
  readonly onSelect: (urn: string) => void;
}): ReactNode {
  const choices = views.map(({ urn, name, isGlobal, description }) => ({
    value: urn,
    label: name,
    help: [isGlobal ? 'For all users' : 'Only mine', description].filter((part) => part !== '').join('. '),
  }));
  // The view in the address may be deleted, or another person's own.
  const isUnknown = selected !== NONE && choices.every(({ value }) => value !== selected);
  const unknown = isUnknown ? [{ value: selected, label: 'Unknown view' }] : [];
  if (choices.length + unknown.length === 0) return null;
  return (
    <Select
      label="View"
      isLabelHidden
      value={selected}
      choices={[{ value: NONE, label: 'No view' }, ...choices, ...unknown]}
      onChange={onSelect}
    />
  );
}

/** The filters to save: those of the selected view and the additional ones. */
function filtersToSave(state: SearchState, view: SavedView | undefined): ReturnType<typeof viewFilterOf> {
  if (!view) return viewFilterOf(state.filters);
  const merged = view.filters && mergedFilters(view.filters, state.filters);
  return merged && viewFilterOf(merged);
}

/** Button and dialog that save the filters as a view; nothing without filters. */
function SaveView({
  state,
  view,
  views,
  wording,
  onSaved,
}: {
  readonly state: SearchState;
  readonly view: SavedView | undefined;
  readonly views: Views;
  readonly wording: Wording;
  readonly onSaved: (urn: string) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const text = 'Save as view';
  if (criteriaOf(state.filters).length === 0) return null;
  const filter = filtersToSave(state, view);
  if (filter === undefined) {
    const reason =
      'A view can combine conditions with “and” or with “or”, not both. Simplify the filters to save them.';
    return <RefusedButton reason={reason}>{text}</RefusedButton>;
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>{text}</Button>
      {isOpen && (
        <SaveViewDialog
          filter={filter}
          initial={view?.isEditable === true ? view : undefined}
          views={views}
          wording={wording}
          onClose={() => setOpen(false)}
          onSaved={(urn) => {
            setOpen(false);
            showToast('View saved');
            onSaved(urn);
          }}
        />
      )}
    </>
  );
}
