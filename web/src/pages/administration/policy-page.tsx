import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { usePrivileges } from '../../api/privileges.ts';
import { useOpened } from '../../api/renewal/use-opened.ts';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { Denied, LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page, Sidebar, TitledPanel } from '../../components/layout/layout.tsx';
import { DeletePolicyDialog } from '../../features/policies/delete-policy-dialog.tsx';
import { ExplainAccess } from '../../features/policies/explain-access.tsx';
import { policyPath } from '../../shared/policies/policies-list.tsx';
import { usePolicy, type StoredPolicy } from '../../shared/policies/policy-data.ts';
import { EMPTY_POLICY, PolicyEditor } from '../../features/policies/policy-editor.tsx';
import { PolicyView } from '../../features/policies/policy-view.tsx';

const UP = (
  <Breadcrumbs
    steps={[
      { to: '/people', text: 'People' },
      { to: '/policies', text: 'Policies' },
    ]}
  />
);

/** Page of a policy; at `/policies/new` of a new one, which `?from=` starts as a copy. */
export function PolicyPage(): ReactNode {
  const { urn: text = '' } = useParams();
  const [, navigate] = useLocation();
  const isNew = text === 'new';
  const copied = new URLSearchParams(useSearch()).get('from') ?? undefined;
  const shown = isNew ? copied : decodeURIComponent(text);
  const mayManage = usePrivileges()?.has('MANAGE_POLICIES');
  const { data: stored, error, refetch } = usePolicy(mayManage === true ? shown : undefined);
  const data = useOpened(stored, shown);
  if (mayManage === false) {
    return (
      <Page title="Policy" above={UP}>
        <Denied what="see policies" needs="Manage Policies" />
      </Page>
    );
  }
  if (error !== null && data === undefined) {
    return (
      <Page title="Policy" above={UP}>
        <LoadProblem error={error} what="see this policy" onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (mayManage === undefined || (data === undefined && shown !== undefined)) {
    return (
      <Page title="Policy" above={UP}>
        <Skeleton lines={8} />
      </Page>
    );
  }
  if (data === null) {
    return (
      <Page title="Policy" above={UP}>
        <EmptyState title="Policy not found" actions={<ButtonLink to="/policies">All policies</ButtonLink>}>
          <p>It may have been deleted.</p>
        </EmptyState>
      </Page>
    );
  }
  if (isNew || data === undefined) {
    return (
      <Page title="Create policy" above={UP}>
        <PolicyEditor
          initial={data === undefined ? EMPTY_POLICY : { ...data, name: `${data.name} (copy)` }}
          onSaved={(urn) => {
            showToast('Policy created');
            navigate(policyPath(urn));
          }}
        />
      </Page>
    );
  }
  return <ExistingPolicy key={data.urn} policy={data} />;
}

function ExistingPolicy({ policy }: { readonly policy: StoredPolicy }): ReactNode {
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  // After the editor has unmounted, which would ask about unsaved changes.
  useEffect(() => {
    if (isDeleted) navigate('/policies');
  }, [isDeleted, navigate]);
  const [question, setQuestion] = useState({ actor: '', privilege: '', entity: '', property: '' });
  if (isDeleted) return null;
  return (
    <Page
      title={policy.name}
      above={UP}
      shownTitle={<NameText>{policy.name}</NameText>}
      actions={
        <>
          <ButtonLink to={`/policies/new?from=${encodeURIComponent(policy.urn)}`}>Copy</ButtonLink>
          {policy.isEditable && (
            <Button
              look="danger"
              onPress={() => {
                setDeleting(true);
              }}
            >
              Delete
            </Button>
          )}
        </>
      }
    >
      <Sidebar
        end
        side={
          <TitledPanel title="Test this policy">
            <ExplainAccess
              isNarrow
              question={question}
              onQuestion={setQuestion}
              privileges={policy.privileges}
              policyUrn={policy.urn}
            />
          </TitledPanel>
        }
      >
        {policy.isEditable ? (
          <PolicyEditor
            urn={policy.urn}
            initial={policy}
            onSaved={() => {
              showToast('Policy saved');
            }}
          />
        ) : (
          <PolicyView policy={policy} />
        )}
      </Sidebar>
      {isDeleting && (
        <DeletePolicyDialog
          policy={policy}
          onClose={() => {
            setDeleting(false);
          }}
          onDeleted={() => {
            setDeleted(true);
          }}
        />
      )}
    </Page>
  );
}
