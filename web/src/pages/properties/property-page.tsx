import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation, useParams } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { ErrorBoundary } from '../../components/feedback/error-boundary.tsx';
import { loadedLater } from '../../components/feedback/loaded-later.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page, Row, Sidebar, Stack } from '../../components/layout/layout.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import { Tabs } from '../../components/overlays/tabs.tsx';
import { OpenProposals } from '../../features/asset/header/open-proposals.tsx';
import { Owners } from '../../features/asset/overview/owners.tsx';
import { UndoDeletion } from '../../features/asset/undo-deletion.tsx';
import { RestoreButton } from '../../features/properties/deletion/restore-button.tsx';
import { draftOf } from '../../features/properties/definition/draft.ts';
import {
  propertyUrn,
  useProperty,
  type StoredProperty,
} from '../../features/properties/definition/stored-property.ts';
import { CoverageView } from '../../features/properties/page/coverage-view.tsx';
import { DefinitionFacts } from '../../features/properties/page/definition-facts.tsx';
import { useUndoToast } from '../../shared/plans/undo-plan.ts';
import { UsedByView } from '../../features/properties/page/used-by.tsx';
import { Values } from '../../features/properties/page/values.tsx';
import { ManageNote, useMayManage } from '../../shared/rights/property-rights.tsx';
import { useMayPropose, useRights } from '../../shared/rights/use-rights.ts';
import { propertyPath } from '../../urls/paths.ts';
import { useUrlState, type UrlCodec } from '../../urls/search-state.ts';

const DeleteDialog = loadedLater(
  async () => (await import('../../features/properties/deletion/delete-dialog.tsx')).DeleteDialog,
);
const ProposeDeletionDialog = loadedLater(
  async () =>
    (await import('../../features/properties/propose/propose-deletion-dialog.tsx')).ProposeDeletionDialog,
);
const RenameDialog = loadedLater(
  async () => (await import('../../features/properties/page/rename-dialog.tsx')).RenameDialog,
);

/** Loaded when they are shown: the violations, the history and the rights. */
const ViolationsView = lazy(async () => ({
  default: (await import('../../features/properties/page/violations.tsx')).ViolationsView,
}));

const History = lazy(async () => ({
  default: (await import('../../features/properties/page/history.tsx')).History,
}));

const Access = lazy(async () => ({
  default: (await import('../../features/properties/page/access.tsx')).Access,
}));

const TAB: UrlCodec<string> = {
  parse: (parameters) => parameters.get('tab') ?? 'values',
  format: (tab) => new URLSearchParams(tab === 'values' ? {} : { tab }),
};

const UP = <Breadcrumbs steps={[{ to: '/properties', text: 'Properties' }]} />;

/** Page of a structured property: definition, values, coverage, usages, history and rights. */
export function PropertyPage(): ReactNode {
  const { name = '' } = useParams();
  const urn = propertyUrn(decodeURIComponent(name));
  const { data, error, refetch } = useProperty(urn);
  if (error !== null && data === undefined) {
    return (
      <Page title={decodeURIComponent(name)} above={UP}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (data === undefined) {
    return (
      <Page title={decodeURIComponent(name)} above={UP}>
        <Skeleton lines={10} label="Loading the property" />
      </Page>
    );
  }
  return data === null ? <Missing name={decodeURIComponent(name)} /> : <Shown stored={data} />;
}

function Missing({ name }: { readonly name: string }): ReactNode {
  return (
    <Page title={name} above={UP}>
      <EmptyState
        title="Property not found"
        actions={<ButtonLink to="/properties">All properties</ButtonLink>}
      >
        <p>Check the name. The property may have been deleted with all its values.</p>
      </EmptyState>
      <UndoDeletion urn={propertyUrn(name)} />
    </Page>
  );
}

function Shown({ stored }: { readonly stored: StoredProperty }): ReactNode {
  const draft = draftOf(stored);
  const [tab, setTab] = useUrlState(TAB);
  const title = draft.displayName || draft.name;
  return (
    <Page
      title={title}
      above={UP}
      shownTitle={<NameText>{title}</NameText>}
      lead={
        <>
          <Row gap={3}>
            <code>{draft.name}</code>
            <OpenProposals urn={stored.urn} />
          </Row>
          <ManageNote urn={stored.urn} />
        </>
      }
      actions={<Actions stored={stored} name={draft.name} title={title} />}
    >
      {stored.isRemoved && (
        <Notice tone="warn">
          <p>This property is deleted and its values are hidden. Restore it to show them again.</p>
        </Notice>
      )}
      <LongText>{draft.description}</LongText>
      <Sidebar
        end
        side={
          <Stack gap={4}>
            <DefinitionFacts draft={draft} stored={stored} />
            <PeopleToAsk stored={stored} />
          </Stack>
        }
      >
        <Tabs
          label="About this property"
          selected={tab}
          onSelect={setTab}
          tabs={[
            {
              id: 'values',
              label: 'Values',
              render: () => <Values draft={draft} isRemoved={stored.isRemoved} />,
            },
            {
              id: 'coverage',
              label: 'Coverage',
              render: () => <CoverageView urn={stored.urn} draft={draft} isRemoved={stored.isRemoved} />,
            },
            {
              id: 'violations',
              label: 'Violations',
              render: () => later(<ViolationsView stored={stored} />),
            },
            { id: 'use', label: 'Used by', render: () => <UsedByView urn={stored.urn} name={draft.name} /> },
            {
              id: 'history',
              label: 'History',
              render: () => later(<History urn={stored.urn} />),
            },
            {
              id: 'access',
              label: 'Access',
              render: () => later(<Access />),
            },
          ]}
        />
      </Sidebar>
    </Page>
  );
}

/** The owners of a definition, who have no rights. */
function PeopleToAsk({ stored: { isRemoved, owners, urn } }: { readonly stored: StoredProperty }): ReactNode {
  const may = useMayManage();
  const rightTo = useRights(urn);
  if (isRemoved && owners.length === 0) return null;
  const right = rightTo('owners');
  // Its owners cannot be proposed.
  const isEditable = may === true && right.state === 'allowed';
  return <Owners urn={urn} owners={owners} right={isEditable ? right : { state: 'unknown' }} />;
}

/** The content of a tab whose code is loaded when it is shown. */
function later(content: ReactNode): ReactNode {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton lines={4} label="Loading" />}>{content}</Suspense>
    </ErrorBoundary>
  );
}

function Actions({
  stored,
  name,
  title,
}: {
  readonly stored: StoredProperty;
  readonly name: string;
  readonly title: string;
}): ReactNode {
  const { isRemoved, urn } = stored;
  const may = useMayManage();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const showUndo = useUndoToast();
  const mayPropose = useMayPropose(urn);
  if (may === false && mayPropose && !isRemoved) return <Proposals urn={urn} title={title} />;
  // One line below the title says so for all actions.
  if (may !== true) return null;
  return (
    <>
      {isRemoved ? (
        <RestoreButton urn={urn} name={title} />
      ) : (
        <>
          {draftOf(stored).allowedValues.length > 0 && (
            <DialogButton dialog={(close) => <RenameDialog stored={stored} onClose={close} />}>
              Rename a value…
            </DialogButton>
          )}
          <ButtonLink to={`${propertyPath(urn)}/edit?as=yaml`}>Edit as YAML</ButtonLink>
          <ButtonLink to={`${propertyPath(urn)}/edit`} look="primary">
            Edit
          </ButtonLink>
        </>
      )}
      <Button
        look="danger"
        onPress={() => {
          setDeleting(true);
        }}
      >
        {isRemoved ? 'Delete with all values…' : 'Delete…'}
      </Button>
      {isDeleting && (
        <DeleteDialog
          urn={urn}
          name={name}
          isRemoved={isRemoved}
          onClose={() => {
            setDeleting(false);
          }}
          onDone={(isForGood, commit) => {
            setDeleting(false);
            const done = isForGood ? `${title} and all its values deleted` : `${title} deleted`;
            showUndo(done, title, commit === undefined ? undefined : { commit }, urn);
            navigate('/properties?tab=deleted');
          }}
        />
      )}
    </>
  );
}

/** What people who may not change the property can propose. */
function Proposals({ urn, title }: { readonly urn: string; readonly title: string }): ReactNode {
  return (
    <>
      <ButtonLink to={`${propertyPath(urn)}/edit`}>Propose a change</ButtonLink>
      <DialogButton dialog={(close) => <ProposeDeletionDialog urn={urn} title={title} onClose={close} />}>
        Propose deletion…
      </DialogButton>
    </>
  );
}
