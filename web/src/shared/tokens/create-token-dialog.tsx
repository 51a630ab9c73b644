import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { ChosenList } from '../../components/fields/chosen-list.tsx';
import { CopyField } from '../../components/fields/copy-field.tsx';
import { Checkbox, TextField } from '../../components/fields/fields.tsx';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { EntitiesField } from '../entities/entities-field.tsx';
import { usePrivilegeCatalog } from '../policies/privilege-catalog.ts';
import { useCreateToken, type NewToken } from './token-data.ts';

const DURATIONS: readonly { readonly value: NewToken['duration']; readonly label: string }[] = [
  { value: 'ONE_HOUR', label: 'One hour' },
  { value: 'ONE_DAY', label: 'One day' },
  { value: 'ONE_WEEK', label: 'One week' },
  { value: 'ONE_MONTH', label: 'One month' },
  { value: 'THREE_MONTHS', label: 'Three months' },
  { value: 'SIX_MONTHS', label: 'Six months' },
  { value: 'ONE_YEAR', label: 'One year' },
  { value: 'NO_EXPIRY', label: 'No expiry' },
];

/** Dialog that creates an access token, optionally restricted, and shows it once. */
export function CreateTokenDialog({
  actor,
  isService = false,
  onClose,
}: {
  /** The actor that the token authenticates. */
  readonly actor: { readonly urn: string; readonly name: string };
  readonly isService?: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const create = useCreateToken();
  const catalog = usePrivilegeCatalog();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [duration, setDuration] = useState<NewToken['duration']>('ONE_MONTH');
  const [isReadOnly, setReadOnly] = useState(false);
  const [types, setTypes] = useState<readonly string[]>([]);
  const [properties, setProperties] = useState<readonly string[]>([]);
  const entityTypes = (catalog?.types ?? []).flatMap(({ value, entityType }) =>
    entityType !== null && types.includes(value) ? [entityType] : [],
  );
  const submit = (): void => {
    if (name.trim() === '' || create.isPending) return;
    create.mutate({
      type: isService ? 'SERVICE_ACCOUNT' : 'PERSONAL',
      actorUrn: actor.urn,
      duration,
      name: name.trim(),
      ...(description.trim() !== '' && { description: description.trim() }),
      ...(isReadOnly && { readOnly: true }),
      ...(entityTypes.length > 0 && { entityTypes }),
      ...(properties.length > 0 && { properties: [...properties] }),
    });
  };
  if (create.data !== undefined) {
    return (
      <Dialog
        title="Token created"
        isOpen
        onClose={onClose}
        actions={<Button onPress={onClose}>Done</Button>}
      >
        <Stack>
          <Notice tone="warn">Copy the token now. It cannot be shown again.</Notice>
          <CopyField label={`Token ${name}`} value={create.data} help="Send it as Authorization: Bearer …" />
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={`Create token for ${actor.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={name.trim() === ''}
            isPending={create.isPending}
            onPress={submit}
          >
            Create
          </Button>
        </>
      }
    >
      <Stack>
        <TextField
          label="Name"
          help="Where the token will be used."
          value={name}
          onChange={setName}
          isRequired
          autoFocus
          onEnter={submit}
        />
        <TextField label="Description" value={description} onChange={setDescription} onEnter={submit} />
        <Select
          label="Valid for"
          choices={DURATIONS}
          value={duration}
          onChange={(value) => {
            setDuration(DURATIONS.find((known) => known.value === value)?.value ?? duration);
          }}
        />
        <Checkbox isSelected={isReadOnly} onChange={setReadOnly}>
          Read only
        </Checkbox>
        <ChosenList
          label="Only entities of these types"
          help="Leave empty for all types."
          choices={(catalog?.types ?? []).filter(({ entityType }) => entityType !== null)}
          chosen={types}
          onChange={setTypes}
        />
        <EntitiesField
          label="Only values of these properties"
          help="Leave empty for all properties."
          types={['STRUCTURED_PROPERTY']}
          urns={properties}
          onChange={setProperties}
        />
        {create.error !== null && <ErrorNotice error={create.error} />}
      </Stack>
    </Dialog>
  );
}
