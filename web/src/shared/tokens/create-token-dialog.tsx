import { useState, type ReactNode } from 'react';
import { Checkbox, TextField } from '../../components/fields/fields.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { NO_NARROWING, NarrowingFields } from '../entities/narrowing-fields.tsx';
import { usePrivilegeCatalog } from '../policies/privilege-catalog.ts';
import { DurationField, type Duration } from './duration-field.tsx';
import { entityTypesOf } from './narrowed-types.ts';
import { useCreateToken } from './token-data.ts';

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
  const [duration, setDuration] = useState<Duration>('ONE_MONTH');
  const [access, setAccess] = useState<Access>({ isReadOnly: false, isDirect: false });
  const [{ types, properties }, setNarrowing] = useState(NO_NARROWING);
  const entityTypes = entityTypesOf(types, catalog);
  const submit = (): void => {
    if (name.trim() === '' || create.isPending) return;
    create.mutate({
      type: isService ? 'SERVICE_ACCOUNT' : 'PERSONAL',
      actorUrn: actor.urn,
      duration,
      name: name.trim(),
      ...(description.trim() !== '' && { description: description.trim() }),
      ...(access.isReadOnly && { readOnly: true }),
      ...(access.isDirect && !access.isReadOnly && { direct: true }),
      ...(entityTypes.length > 0 && { entityTypes }),
      ...(properties.length > 0 && { properties: [...properties] }),
    });
  };
  if (create.data !== undefined) {
    return (
      <SecretDialog
        title="Token created"
        what="token"
        label={`Token ${name}`}
        value={create.data}
        help="Send it as Authorization: Bearer …"
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={`Create token for ${actor.name}`}
      onClose={onClose}
      action="Create"
      isDisabled={name.trim() === ''}
      isPending={create.isPending}
      onSubmit={submit}
      error={create.error}
    >
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
      <DurationField duration={duration} onChange={setDuration} />
      <AccessFields access={access} onChange={setAccess} />
      <NarrowingFields
        narrowing={{ types, properties }}
        onChange={setNarrowing}
        propertiesHelp="Leave empty for all properties."
      />
    </FormDialog>
  );
}
/** Whether the token writes, and whether agents with it write without a plan. */
interface Access {
  readonly isReadOnly: boolean;
  readonly isDirect: boolean;
}

function AccessFields({
  access: { isDirect, isReadOnly },
  onChange,
}: {
  readonly access: Access;
  readonly onChange: (access: Access) => void;
}): ReactNode {
  return (
    <>
      <Checkbox isSelected={isReadOnly} onChange={(isOn) => onChange({ isReadOnly: isOn, isDirect })}>
        Read only
      </Checkbox>
      <Checkbox
        isSelected={isDirect && !isReadOnly}
        onChange={(isOn) => onChange({ isReadOnly, isDirect: isOn })}
        isDisabled={isReadOnly}
        help="For agents that use DataHub's tools, at /mcp/datahub."
      >
        Agents write without a plan
      </Checkbox>
    </>
  );
}
