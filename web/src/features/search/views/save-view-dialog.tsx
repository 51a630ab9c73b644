import { useState, type ReactNode } from 'react';
import { NameText } from '../../../components/text/name-text.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { Soft } from '../../../components/layout/layout.tsx';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import { describeGroup, type Wording } from '../filters/describe-criterion.ts';
import type { ViewFilter } from './view-definition.ts';
import { useSaveView, type SavedView, type Views } from './views.ts';

const NEW = 'new';

/** Dialog that saves filters as a new view, or replaces those of an existing one. */
export function SaveViewDialog({
  filter,
  views,
  initial,
  wording,
  onSaved,
  onClose,
}: {
  readonly filter: ViewFilter;
  readonly views: Views;
  /** The view to replace by default. */
  readonly initial: SavedView | undefined;
  readonly wording: Wording;
  readonly onSaved: (urn: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [target, setTarget] = useState(initial);
  const [name, setName] = useState(initial?.name ?? '');
  const [description, setDescription] = useState(initial?.description ?? '');
  const [isGlobal, setGlobal] = useState(false);
  const save = useSaveView();
  const [isTried, setTried] = useState(false);
  const isNameless = name.trim() === '';
  const submit = (): void => {
    setTried(true);
    if (isNameless) return;
    save.mutate(
      { urn: target?.urn, name: name.trim(), description, isGlobal, filter },
      { onSuccess: onSaved },
    );
  };
  const editable = views.views.filter(({ isEditable }) => isEditable);
  return (
    <FormDialog
      title="Save view"
      onClose={onClose}
      action="Save view"
      onSubmit={submit}
      isPending={save.isPending}
      error={save.error}
    >
      <Meaning filter={filter} wording={wording} />
      {editable.length > 0 && (
        <Select
          label="Save as"
          value={target?.urn ?? NEW}
          choices={[
            { value: NEW, label: 'New view' },
            ...editable.map((view) => ({ value: view.urn, label: `Replace ${view.name}` })),
          ]}
          onChange={(urn) => {
            const view = editable.find((one) => one.urn === urn);
            setTarget(view);
            setName(view?.name ?? '');
            setDescription(view?.description ?? '');
          }}
        />
      )}
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        // What one types on "Save as" would choose a view to replace.
        autoFocus={initial === undefined}
        problem={isTried && isNameless ? 'Enter a name.' : undefined}
        onEnter={submit}
      />
      <TextField label="Description" value={description} onChange={setDescription} lines={2} />
      {target === undefined && (
        <Visibility isGlobal={isGlobal} mayShare={views.mayManageGlobal} onChange={setGlobal} />
      )}
    </FormDialog>
  );
}

/** What the view finds, in words. */
function Meaning({ filter, wording }: { readonly filter: ViewFilter; readonly wording: Wording }): ReactNode {
  return (
    <p>
      <Soft>The view finds: </Soft>
      <NameText>
        {filter.operator === 'AND'
          ? describeGroup(filter.filters, wording)
          : filter.filters.map((criterion) => describeGroup([criterion], wording)).join(', or ')}
      </NameText>
      <Soft>. Search words and sort order are not saved.</Soft>
    </p>
  );
}

/** Who sees a new view. */
function Visibility({
  isGlobal,
  mayShare,
  onChange,
}: {
  readonly isGlobal: boolean;
  readonly mayShare: boolean;
  readonly onChange: (isGlobal: boolean) => void;
}): ReactNode {
  return (
    <Select
      label="Visible to"
      value={isGlobal ? 'all' : 'me'}
      choices={[
        { value: 'me', label: 'Only me' },
        ...(mayShare ? [{ value: 'all', label: 'All users' }] : []),
      ]}
      help={
        mayShare ? undefined : 'To share a view with all users, you need the privilege Manage Global Views.'
      }
      onChange={(whom) => onChange(whom === 'all')}
    />
  );
}
