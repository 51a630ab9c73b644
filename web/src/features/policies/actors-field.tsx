import type { ReactNode } from 'react';
import { Checkbox } from '../../components/fields/fields.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { EntitiesField } from '../../shared/entities/entities-field.tsx';
import type { PolicyActors } from '../../shared/policies/policy-data.ts';

/** Fields for the actors of a policy. It applies to those who match any of them. */
export function ActorsField({
  actors,
  isPlatform,
  onChange,
}: {
  readonly actors: PolicyActors;
  readonly isPlatform: boolean;
  readonly onChange: (actors: PolicyActors) => void;
}): ReactNode {
  const set = (changed: Partial<PolicyActors>): void => {
    onChange({ ...actors, ...changed });
  };
  return (
    <Stack>
      <Checkbox
        isSelected={actors.allUsers}
        onChange={(allUsers) => {
          set({ allUsers });
        }}
      >
        All users
      </Checkbox>
      <Checkbox
        isSelected={actors.allGroups}
        onChange={(allGroups) => {
          set({ allGroups });
        }}
      >
        Members of any group
      </Checkbox>
      {!isPlatform && (
        <Checkbox
          isSelected={actors.resourceOwners}
          onChange={(resourceOwners) => {
            set({ resourceOwners, resourceOwnersTypes: null });
          }}
        >
          Owners of the entity
        </Checkbox>
      )}
      {!isPlatform && actors.resourceOwners && (
        <EntitiesField
          label="Only owners of these types"
          help="Leave empty for owners of any type."
          types={['CUSTOM_OWNERSHIP_TYPE']}
          urns={actors.resourceOwnersTypes ?? []}
          onChange={(urns) => {
            set({ resourceOwnersTypes: [...urns] });
          }}
        />
      )}
      <EntitiesField
        label="Users"
        types={['CORP_USER']}
        urns={actors.users ?? []}
        onChange={(urns) => {
          set({ users: [...urns] });
        }}
      />
      <EntitiesField
        label="Groups"
        types={['CORP_GROUP']}
        urns={actors.groups ?? []}
        onChange={(urns) => {
          set({ groups: [...urns] });
        }}
      />
      <EntitiesField
        label="Roles"
        types={['DATAHUB_ROLE']}
        urns={actors.roles ?? []}
        onChange={(urns) => {
          set({ roles: [...urns] });
        }}
      />
    </Stack>
  );
}
