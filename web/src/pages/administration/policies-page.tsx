import type { ReactNode } from 'react';
import { useMe } from '../../api/person/me.ts';
import { usePrivileges } from '../../api/privileges.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page, TitledPanel } from '../../components/layout/layout.tsx';
import { Tabs } from '../../components/overlays/tabs.tsx';
import { ACCESS_QUESTION } from '../../features/policies/access-question.ts';
import { ExplainAccess } from '../../features/policies/explain-access.tsx';
import { PoliciesList } from '../../shared/policies/policies-list.tsx';
import { LIST_STATE } from '../../urls/list-state.ts';
import { useUrlState } from '../../urls/search-state.ts';

const UP = <Breadcrumbs steps={[{ to: '/people', text: 'People' }]} />;

/** Policies and a test of anyone's access; without the right to see policies, only a test of one's own. */
export function PoliciesPage(): ReactNode {
  const privileges = usePrivileges();
  const me = useMe();
  const [list, setList] = useUrlState(LIST_STATE);
  const [question, setQuestion] = useUrlState(ACCESS_QUESTION);
  const mayManage = privileges?.has('MANAGE_POLICIES') ?? false;
  if (privileges === undefined || me === undefined) {
    return (
      <Page title="Policies" above={UP}>
        <Skeleton lines={8} />
      </Page>
    );
  }
  if (!mayManage) {
    return (
      <Page title="Policies" above={UP} lead="To see policies, you need the privilege Manage Policies.">
        <TitledPanel title="What may I do?">
          <ExplainAccess
            isOwn
            question={{ ...question, actor: me.corpUser.urn }}
            onQuestion={(next) => {
              setQuestion({ ...next, actor: '' }, { replace: true });
            }}
          />
        </TitledPanel>
      </Page>
    );
  }
  return (
    <Page
      title="Policies"
      above={UP}
      lead="Policies grant privileges to people. Everything that no policy grants is denied."
      actions={
        <ButtonLink to="/policies/new" look="primary">
          Create policy
        </ButtonLink>
      }
    >
      <Tabs
        label="Policies"
        selected={list.tab === 'test' ? 'test' : 'policies'}
        onSelect={(id) => {
          setList({ tab: id === 'test' ? 'test' : '', q: '', start: 0 });
        }}
        tabs={[
          {
            id: 'policies',
            label: 'Policies',
            render: () => <PoliciesList state={list} onState={setList} />,
          },
          {
            id: 'test',
            label: 'Test access',
            render: () => (
              <ExplainAccess
                question={question}
                onQuestion={(next) => {
                  setQuestion(next, { replace: true });
                }}
              />
            ),
          },
        ]}
      />
    </Page>
  );
}
