import { useEffect, useRef, useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { Switch, TextField } from '../../components/fields/fields.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { Panel, Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Conflict } from '../../shared/values/conflict.tsx';
import { LeaveDialog } from '../../shared/leaving/leave-dialog.tsx';
import { ActorsField } from './actors-field.tsx';
import { CriteriaField, emptyCriterion } from './criteria-field.tsx';
import { CONSTRAINT_FIELDS, RESOURCE_FIELDS } from '../../shared/policies/criterion-fields.ts';
import type { Policy } from '../../shared/policies/policy-data.ts';
import { policySentence, urnsOf } from '../../shared/policies/policy-sentence.ts';
import { PrivilegesField } from './privileges-field.tsx';
import { useCatalogQuery, usePrivilegeCatalog } from '../../shared/policies/privilege-catalog.ts';
import { PolicyChangedError, areSamePolicies, useSavePolicy } from './save-policy.ts';

/** Initial state of a new policy. */
export const EMPTY_POLICY: Policy = {
  type: 'METADATA',
  name: '',
  state: 'ACTIVE',
  description: '',
  privileges: [],
  actors: {
    users: [],
    groups: [],
    roles: [],
    resourceOwners: false,
    resourceOwnersTypes: null,
    allUsers: false,
    allGroups: false,
  },
  resources: undefined,
  constraints: undefined,
};

/** Form that creates or edits a policy; shows its meaning in a sentence before it is saved. */
export function PolicyEditor({
  urn,
  initial,
  onSaved,
}: {
  /** Absent: a new policy is created. */
  readonly urn?: string;
  readonly initial: Policy;
  readonly onSaved: (urn: string) => void;
}): ReactNode {
  const [policy, setPolicy] = useState(initial);
  const [saved, setSaved] = useState<{ readonly urn: string }>();
  // The policy when editing began or was last saved: a refetch must not hide that it has changed since.
  const [before, setBefore] = useState(initial);
  const isChanged = !areSamePolicies(policy, before);
  const { data: catalog, error: catalogError, refetch } = useCatalogQuery();
  const nameOfUrn = useEntityNames(urnsOf(policy));
  const save = useSavePolicy(urn);
  const theirs = save.error instanceof PolicyChangedError ? save.error.current : null;
  const submit = (replaced: Policy): void => {
    save.mutate(
      { before: replaced, policy },
      {
        onSuccess: (written) => {
          setBefore(policy);
          setSaved({ urn: written ?? urn ?? '' });
        },
      },
    );
  };
  const set = (changed: Partial<Policy>): void => {
    setPolicy({ ...policy, ...changed });
  };
  const notify = useRef(onSaved);
  useEffect(() => {
    notify.current = onSaved;
  });
  // Once nothing is unsaved, because it may open another page.
  useEffect(() => {
    if (saved !== undefined) notify.current(saved.urn);
  }, [saved]);
  const isPlatform = policy.type === 'PLATFORM';
  const missing = policy.name.trim() === '' ? 'Enter a name.' : undefined;
  return (
    <Stack gap={5}>
      <LeaveDialog isUnsaved={isChanged} />
      <Panel label="General">
        <Stack>
          <h2>General</h2>
          <TextField
            label="Name"
            value={policy.name}
            isRequired
            onChange={(name) => {
              set({ name });
            }}
          />
          <TextField
            label="Description"
            value={policy.description}
            lines={2}
            onChange={(description) => {
              set({ description });
            }}
          />
          <Select
            label="Scope"
            choices={[
              { value: 'METADATA', label: 'Entities', help: 'Reading and changing metadata' },
              {
                value: 'PLATFORM',
                label: 'The platform',
                help: 'Managing users, policies, properties',
              },
            ]}
            value={policy.type}
            onChange={(type) => {
              const isMetadata = type === 'METADATA';
              set({ type: isMetadata ? 'METADATA' : 'PLATFORM', privileges: [], resources: undefined });
            }}
          />
          <Switch
            isSelected={policy.state === 'ACTIVE'}
            onChange={(isActive) => {
              set({ state: isActive ? 'ACTIVE' : 'INACTIVE' });
            }}
          >
            Active
          </Switch>
        </Stack>
      </Panel>
      <Panel label="Who">
        <Stack>
          <h2>Who</h2>
          <ActorsField
            actors={policy.actors}
            isPlatform={isPlatform}
            onChange={(actors) => {
              set({ actors });
            }}
          />
        </Stack>
      </Panel>
      <Panel label="Privileges">
        <Stack>
          <h2>Privileges</h2>
          {catalogError !== null && (
            <LoadProblem error={catalogError} what="see the privileges" onRetry={() => void refetch()} />
          )}
          <PrivilegesField
            known={(isPlatform ? catalog?.platform : catalog?.metadata) ?? []}
            chosen={policy.privileges}
            onChange={(privileges) => {
              set({ privileges });
            }}
          />
        </Stack>
      </Panel>
      {!isPlatform && (
        <Panel label="Entities">
          <Stack>
            <h2>Entities</h2>
            <Switch
              isSelected={policy.resources === undefined}
              onChange={(isAll) => {
                set({ resources: isAll ? undefined : [emptyCriterion(RESOURCE_FIELDS)] });
              }}
            >
              All entities
            </Switch>
            {policy.resources !== undefined && (
              <CriteriaField
                fields={RESOURCE_FIELDS}
                criteria={policy.resources}
                types={catalog?.types ?? []}
                onChange={(resources) => {
                  set({ resources });
                }}
              />
            )}
            <Switch
              isSelected={policy.constraints === undefined}
              onChange={(isAll) => {
                set({ constraints: isAll ? undefined : [emptyCriterion(CONSTRAINT_FIELDS)] });
              }}
            >
              Values of all structured properties
            </Switch>
            {policy.constraints !== undefined && (
              <CriteriaField
                fields={CONSTRAINT_FIELDS}
                criteria={policy.constraints}
                types={[]}
                onChange={(constraints) => {
                  set({ constraints });
                }}
              />
            )}
          </Stack>
        </Panel>
      )}
      <Notice>
        <span>{policySentence(policy, nameOfUrn, catalog)}</span>
      </Notice>
      {save.error !== null && theirs === null && <ErrorNotice error={save.error} />}
      {theirs !== null && (
        <Conflict
          name="this policy"
          theirs={<PolicyVersion policy={theirs} />}
          mine={<PolicyVersion policy={policy} />}
          isPending={save.isPending}
          onKeepTheirs={() => {
            setPolicy(theirs);
            setBefore(theirs);
            save.reset();
          }}
          onSaveMine={() => {
            submit(theirs);
          }}
        />
      )}
      <Row>
        <Button
          look="primary"
          isPending={save.isPending}
          isDisabled={missing !== undefined || theirs !== null || (urn !== undefined && !isChanged)}
          onPress={() => {
            submit(before);
          }}
        >
          {urn === undefined ? 'Create policy' : 'Save policy'}
        </Button>
        {missing !== undefined && <Soft>{missing}</Soft>}
        {missing === undefined && urn !== undefined && !isChanged && <Soft>No changes to save.</Soft>}
      </Row>
    </Stack>
  );
}

/** One of two conflicting versions of a policy to choose from. */
function PolicyVersion({ policy }: { readonly policy: Policy }): ReactNode {
  const catalog = usePrivilegeCatalog();
  const nameOfUrn = useEntityNames(urnsOf(policy));
  const { name, description, state } = policy;
  return (
    <p>
      <NameText>{name}</NameText>
      {state === 'ACTIVE' ? '' : ' (inactive)'}: {policySentence(policy, nameOfUrn, catalog)}{' '}
      <NameText>{description}</NameText>
    </p>
  );
}
