import { useState, type ReactNode } from 'react';
import { Select } from '../../components/fields/choice.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useAssignRole } from './people-changes.ts';
import { useRoles } from './people-data.ts';

/** Choice of no role; not a urn. */
const NONE = 'none';

/** Dialog that replaces the role of a user or group. */
export function AssignRoleDialog({
  actors,
  name,
  role,
  onClose,
}: {
  readonly actors: readonly string[];
  /** Name of the user or group. */
  readonly name: string;
  readonly role: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const roles = useRoles();
  const assign = useAssignRole();
  const [chosen, setChosen] = useState(role ?? NONE);
  const save = (): void => {
    assign.mutate(
      { actors: [...actors], ...(chosen !== NONE && { roleUrn: chosen }) },
      {
        onSuccess: () => {
          showToast(`Role of ${name} changed`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={`Role of ${name}`}
      onClose={onClose}
      action="Assign"
      isDisabled={chosen === (role ?? NONE)}
      isPending={assign.isPending}
      onSubmit={save}
      error={assign.error}
    >
      <Select
        label="Role"
        value={chosen}
        onChange={setChosen}
        choices={[
          { value: NONE, label: 'No role' },
          ...(roles.data ?? []).map((item) => ({
            value: item.urn,
            label: item.name,
            help: item.description ?? undefined,
          })),
        ]}
      />
      {roles.error !== null && <ErrorNotice error={roles.error} />}
    </FormDialog>
  );
}
