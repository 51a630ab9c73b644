import type { ReactNode } from 'react';
import { Select } from '../../components/fields/choice.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Switch } from '../../components/controls/switch.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';
import { CONSTRAINT_FIELDS, RESOURCE_FIELDS } from '../../shared/policies/criterion-fields.ts';
import type { Policy } from '../../shared/policies/policy-data.ts';
import { useCatalogQuery, type PrivilegeCatalog } from '../../shared/policies/privilege-catalog.ts';
import { ActorsField } from './actors-field.tsx';
import { CriteriaField, emptyCriterion } from '../../shared/policies/criteria-field.tsx';
import { PrivilegesField } from './privileges-field.tsx';

interface PartProps {
  readonly policy: Policy;
  readonly set: (changed: Partial<Policy>) => void;
}

/** All fields of a policy. */
export function PolicyFields({ policy, set }: PartProps): ReactNode {
  const { data: catalog, error, refetch } = useCatalogQuery();
  const isPlatform = policy.type === 'PLATFORM';
  return (
    <div>
      <FormSection title="General">
        <GeneralFields policy={policy} set={set} />
      </FormSection>
      <FormSection title="Who">
        <ActorsField actors={policy.actors} isPlatform={isPlatform} onChange={(actors) => set({ actors })} />
      </FormSection>
      <FormSection title="Privileges">
        {error !== null && (
          <LoadProblem error={error} what="see the privileges" onRetry={() => void refetch()} />
        )}
        <PrivilegesField
          known={(isPlatform ? catalog?.platform : catalog?.metadata) ?? []}
          chosen={policy.privileges}
          onChange={(privileges) => set({ privileges })}
        />
      </FormSection>
      {!isPlatform && (
        <FormSection title="Entities">
          <EntitiesFields policy={policy} set={set} catalog={catalog} />
        </FormSection>
      )}
    </div>
  );
}

function GeneralFields({ policy, set }: PartProps): ReactNode {
  return (
    <>
      <TextField
        label="Name"
        value={policy.name}
        isRequired
        autoFocus={policy.name === ''}
        onChange={(name) => set({ name })}
      />
      <TextField
        label="Description"
        value={policy.description}
        lines={2}
        onChange={(description) => set({ description })}
      />
      <Select
        label="Scope"
        choices={[
          { value: 'METADATA', label: 'Entities', help: 'Reading and changing metadata' },
          { value: 'PLATFORM', label: 'The platform', help: 'Managing users, policies, properties' },
        ]}
        value={policy.type}
        onChange={(type) => {
          const isMetadata = type === 'METADATA';
          set({ type: isMetadata ? 'METADATA' : 'PLATFORM', privileges: [], resources: undefined });
        }}
      />
      <Switch
        isSelected={policy.state === 'ACTIVE'}
        onChange={(isActive) => set({ state: isActive ? 'ACTIVE' : 'INACTIVE' })}
      >
        Active
      </Switch>
    </>
  );
}

/** The entities and property values to which a policy applies. */
function EntitiesFields({
  policy: { resources, constraints },
  set,
  catalog,
}: PartProps & { readonly catalog: PrivilegeCatalog | undefined }): ReactNode {
  return (
    <>
      <Switch
        isSelected={resources === undefined}
        onChange={(isAll) => set({ resources: isAll ? undefined : [emptyCriterion(RESOURCE_FIELDS)] })}
      >
        All entities
      </Switch>
      {resources !== undefined && (
        <CriteriaField
          fields={RESOURCE_FIELDS}
          criteria={resources}
          types={catalog?.types ?? []}
          onChange={(next) => set({ resources: next })}
        />
      )}
      <Switch
        isSelected={constraints === undefined}
        onChange={(isAll) => set({ constraints: isAll ? undefined : [emptyCriterion(CONSTRAINT_FIELDS)] })}
      >
        Values of all structured properties
      </Switch>
      {constraints !== undefined && (
        <CriteriaField
          fields={CONSTRAINT_FIELDS}
          criteria={constraints}
          types={[]}
          onChange={(next) => set({ constraints: next })}
        />
      )}
    </>
  );
}
