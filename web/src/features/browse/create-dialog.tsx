import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ComboBox } from '../../components/fields/choice.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { createEntity, type Creatable } from './create-entity.ts';
import { readBranch, type BrowseSearch } from './read-branch.ts';

/** Labels of what can be created, and of its parent. */
const WORDS: Readonly<
  Record<Creatable, { readonly label: string; readonly into?: { readonly label: string } & BrowseSearch }>
> = {
  domain: { label: 'domain', into: { label: 'Parent domain', types: ['DOMAIN'] } },
  tag: { label: 'tag' },
  term: { label: 'glossary term', into: { label: 'Group', types: ['GLOSSARY_NODE'] } },
  node: { label: 'glossary group', into: { label: 'Parent group', types: ['GLOSSARY_NODE'] } },
  product: { label: 'data product', into: { label: 'Domain', types: ['DOMAIN'] } },
};

/** Maximum choices shown; typing finds the others. */
const CHOICES = 50;

/** Name of the entity type within a sentence. */
export function creatableLabel(what: Creatable): string {
  return WORDS[what].label;
}

/** Dialog that creates an entity with a name, description and parent. */
export function CreateDialog({
  what,
  onClose,
}: {
  readonly what: Creatable;
  readonly onClose: () => void;
}): ReactNode {
  const { label, into } = WORDS[what];
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [parent, setParent] = useState<string>();
  const client = useQueryClient();
  const creation = useMutation({
    mutationFn: () => createEntity(what, { name: name.trim(), description: description.trim(), parent }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['browseBranch'] }),
        client.invalidateQueries({ queryKey: ['browseCounts'] }),
      ]);
      showToast(`Created the ${label} “${name.trim()}”.`);
      onClose();
    },
  });
  const isComplete = name.trim() !== '' && (what !== 'product' || parent !== undefined);
  return (
    <FormDialog
      title={`New ${label}`}
      onClose={onClose}
      action="Create"
      isDisabled={!isComplete}
      isPending={creation.isPending}
      onSubmit={() => {
        creation.mutate();
      }}
      error={creation.error}
      gap={4}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        onEnter={() => {
          if (isComplete && !creation.isPending) creation.mutate();
        }}
      />
      <TextField
        label={what === 'term' ? 'Definition' : 'Description'}
        value={description}
        onChange={setDescription}
        lines={3}
      />
      {into && (
        <ParentField
          label={into.label}
          types={into.types}
          value={parent}
          onChange={setParent}
          isRequired={what === 'product'}
        />
      )}
    </FormDialog>
  );
}

function ParentField({
  label,
  types,
  value,
  onChange,
  isRequired,
}: BrowseSearch & {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (urn: string | undefined) => void;
  readonly isRequired: boolean;
}): ReactNode {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const searchText = text === chosen ? '' : text.trim();
  const { data } = useQuery({
    queryKey: ['browseBranch', 'choices', types, searchText],
    queryFn: ({ signal }) =>
      readBranch({ types, parentField: undefined }, undefined, searchText, CHOICES, signal),
    placeholderData: (before) => before,
  });
  return (
    <ComboBox
      label={label}
      {...(!isRequired && { help: 'Leave empty for the top level.' })}
      choices={(data?.items ?? []).map(({ urn, name }) => ({ value: urn, label: name }))}
      value={value}
      onChange={(urn) => {
        const name = data?.items.find((item) => item.urn === urn)?.name;
        setChosen(name);
        setText(name ?? '');
        onChange(urn);
      }}
      onInput={setText}
      text={text}
      isRequired={isRequired}
    />
  );
}
