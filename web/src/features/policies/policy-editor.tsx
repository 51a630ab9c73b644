import { useEffect, useRef, useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { LeaveDialog } from '../../shared/leaving/leave-dialog.tsx';
import type { Policy } from '../../shared/policies/policy-data.ts';
import { policySentence, urnsOf } from '../../shared/policies/policy-sentence.ts';
import { PolicyFields } from './policy-fields.tsx';
import { SaveProblem } from '../../shared/values/save-problem.tsx';
import { usePrivilegeCatalog } from '../../shared/policies/privilege-catalog.ts';
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
  const save = useSavePolicy(urn);
  const theirs = save.error instanceof PolicyChangedError ? save.error.current : null;
  const submit = (replaced: Policy): void =>
    save.mutate(
      { before: replaced, policy },
      {
        onSuccess: (written) => {
          setBefore(policy);
          setSaved({ urn: written ?? urn ?? '' });
        },
      },
    );
  const notify = useRef(onSaved);
  useEffect(() => {
    notify.current = onSaved;
  });
  // Once nothing is unsaved, because it may open another page.
  useEffect(() => {
    if (saved !== undefined) notify.current(saved.urn);
  }, [saved]);
  const missing = policy.name.trim() === '' ? 'Enter a name.' : undefined;
  return (
    <Stack gap={5}>
      <LeaveDialog isUnsaved={isChanged} />
      <PolicyFields policy={policy} set={(changed) => setPolicy({ ...policy, ...changed })} />
      <Notice>
        <span>
          <PolicySentence policy={policy} />
        </span>
      </Notice>
      <SaveProblem
        error={save.error}
        theirs={theirs === null ? undefined : { current: theirs }}
        mine={policy}
        name="this policy"
        show={(version) => <PolicyVersion policy={version} />}
        isPending={save.isPending}
        onKeepTheirs={() => {
          if (theirs === null) return;
          setPolicy(theirs);
          setBefore(theirs);
          save.reset();
        }}
        onSaveMine={submit}
      />
      <Row>
        <Button
          look="primary"
          isPending={save.isPending}
          isDisabled={missing !== undefined || theirs !== null || (urn !== undefined && !isChanged)}
          onPress={() => submit(before)}
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
  const { name, description, state } = policy;
  return (
    <p>
      <NameText>{name}</NameText>
      {state === 'ACTIVE' ? '' : ' (inactive)'}: <PolicySentence policy={policy} />{' '}
      <NameText>{description}</NameText>
    </p>
  );
}

/** The meaning of a policy. */
function PolicySentence({ policy }: { readonly policy: Policy }): ReactNode {
  const catalog = usePrivilegeCatalog();
  const nameOfUrn = useEntityNames(urnsOf(policy));
  return policySentence(policy, nameOfUrn, catalog);
}
