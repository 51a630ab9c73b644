import { Suspense, type ComponentType, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { ErrorBoundary } from '../../components/feedback/error-boundary.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page, Sidebar, Stack } from '../../components/layout/layout.tsx';
import { Tabs, type TabSpec } from '../../components/overlays/tabs.tsx';
import { Avatar } from '../../components/icons/avatar.tsx';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { useUrlState } from '../../urls/search-state.ts';
import { hasLineage } from '../../shared/entities/types-with-lineage.ts';
import { useRights } from '../../shared/rights/use-rights.ts';
import { AccessTab, type AccessChoice } from './access-tab.tsx';
import { AssetLead } from './asset-header.tsx';
import { assetsAddress } from '../../shared/search/filter-address.ts';
import { useAssetCount } from '../../shared/search/use-asset-count.ts';
import { Description } from './description.tsx';
import { descriptionRight } from './description-right.ts';
import { factsOf } from '../../shared/entities/entity-facts.ts';
import { SoftDeletedNotice } from './lifecycle.tsx';
import { PropertiesTab } from './properties-tab.tsx';
import { RawTab } from './raw-tab.tsx';
import { Summary } from './summary.tsx';
import { UndoDeletion } from './undo-deletion.tsx';
import { useEntity, type StoredEntity } from '../../shared/entities/use-entity.ts';
import { useParents } from './use-parents.ts';

/** Tabs of other features. All but `contents` have pages of their own, at the last step of their addresses. */
type TabName = 'columns' | 'contents' | 'history' | 'lineage';

/** Parts of other features. */
export interface AssetParts extends Readonly<Record<TabName, ComponentType<{ readonly urn: string }>>> {
  /** Facts of a person, below the name. */
  readonly person: ComponentType<{ readonly entity: StoredEntity }>;
}

/** State in the address of an entity's page, besides its urn. */
const ADDRESS = {
  parse: (parameters: URLSearchParams) => ({
    /** Undefined: the first one. */
    tab: parameters.get('tab') ?? undefined,
    actor: parameters.get('actor') ?? undefined,
    privilege: parameters.get('privilege') ?? undefined,
  }),
  format: ({ tab, actor, privilege }: { readonly tab: string | undefined } & AccessChoice) =>
    new URLSearchParams({
      ...(tab !== undefined && { tab }),
      ...(actor !== undefined && { actor }),
      ...(privilege !== undefined && { privilege }),
    }),
};

/** The page of an entity of any type. */
export function AssetPage({ urn, parts }: { readonly urn: string; readonly parts: AssetParts }): ReactNode {
  const { data, error, refetch } = useEntity(urn);
  if (error !== null && data === undefined) {
    return (
      <Page title="Not loaded">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (data === undefined) {
    return (
      <Page title="Loading">
        <Skeleton lines={10} />
      </Page>
    );
  }
  return data === null ? <Missing urn={urn} /> : <Found entity={data} parts={parts} />;
}

/** Shown if the entity does not exist or the person may not see it; a different message would reveal that it exists. */
function Missing({ urn }: { readonly urn: string }): ReactNode {
  return (
    <Page title="Not found">
      <UndoDeletion urn={urn} />
      <EmptyState
        title="This entity does not exist, or you don’t have access"
        actions={<ButtonLink to="/search">Search the catalog</ButtonLink>}
      >
        <p>Check the address, or ask an administrator for access.</p>
      </EmptyState>
    </Page>
  );
}

function Found({ entity, parts }: { readonly entity: StoredEntity; readonly parts: AssetParts }): ReactNode {
  const { urn } = entity;
  const facts = factsOf(entity);
  const [address, setAddress] = useUrlState(ADDRESS);
  const parents = useParents(urn);
  const nameOf = useEntityNames([urn, ...parents]);
  const rightTo = useRights(urn);
  const hasContents = assetsAddress(urn) !== undefined;
  const assets = useAssetCount(urn);
  const description = (
    <Description
      urn={urn}
      text={facts.description ?? ''}
      right={descriptionRight(entity, rightTo('description'))}
    />
  );
  const contents: readonly TabSpec[] = [
    { id: 'assets', label: 'Assets', count: assets, render: () => loaded(urn, 'contents', parts) },
    {
      id: 'about',
      label: 'About',
      render: () => (
        <Sidebar end side={<Summary entity={entity} />}>
          {description}
        </Sidebar>
      ),
    },
  ];
  const tabs: readonly TabSpec[] = [
    ...(hasContents ? contents : []),
    { id: 'properties', label: 'Properties', render: () => <PropertiesTab entity={entity} /> },
    ...(facts.type === 'dataset'
      ? [{ id: 'columns', label: 'Columns', render: () => loaded(urn, 'columns', parts) }]
      : []),
    ...(hasLineage(facts.type)
      ? [{ id: 'lineage', label: 'Lineage', render: () => loaded(urn, 'lineage', parts) }]
      : []),
    { id: 'history', label: 'History', render: () => loaded(urn, 'history', parts) },
    {
      id: 'access',
      label: 'Access',
      render: () => (
        <AccessTab
          urn={urn}
          choice={address}
          onChoice={(choice) => {
            setAddress({ ...address, ...choice });
          }}
        />
      ),
    },
    { id: 'raw', label: 'Raw', render: () => <RawTab entity={entity} /> },
  ];
  const first = tabs[0]?.id ?? '';
  const shownTabs = (
    <Tabs
      label="Parts"
      tabs={tabs}
      selected={tabs.find(({ id }) => id === address.tab)?.id ?? first}
      onSelect={(tab) => {
        setAddress({ tab: tab === first ? undefined : tab, actor: undefined, privilege: undefined });
      }}
    />
  );
  return (
    <Page
      title={nameOf(urn)}
      shownTitle={<Name urn={urn} name={nameOf(urn)} />}
      lead={
        <>
          <AssetLead entity={entity} />
          {facts.type === 'corpuser' && (
            <Suspense>
              <parts.person entity={entity} />
            </Suspense>
          )}
        </>
      }
      above={
        <Breadcrumbs steps={parents.map((parent) => ({ to: entityPath(parent), text: nameOf(parent) }))} />
      }
    >
      {facts.isSoftDeleted && <SoftDeletedNotice urn={urn} right={rightTo('status')} />}
      {hasContents ? (
        shownTabs
      ) : (
        <Sidebar end side={<Summary entity={entity} />}>
          <Stack gap={5}>
            {description}
            {shownTabs}
          </Stack>
        </Sidebar>
      )}
    </Page>
  );
}

/** Name of an entity, with the avatar of a person or group, or the icon of its type. */
function Name({ urn, name }: { readonly urn: string; readonly name: string }): ReactNode {
  const type = entityTypeOf(urn);
  const isGroup = type === 'corpGroup';
  return (
    <span className="with-icon">
      {isGroup || type === 'corpuser' ? <Avatar name={name} isGroup={isGroup} /> : <EntityIcon type={type} />}
      <bdi title={urn}>{name}</bdi>
    </span>
  );
}

/** A lazily loaded tab with a link to its full-width page, if it has one. */
function loaded(urn: string, page: TabName, parts: AssetParts): ReactNode {
  const Part = parts[page];
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton lines={8} />}>
        <Stack>
          <Part urn={urn} />
          {page !== 'contents' && <Link href={`${entityPath(urn)}/${page}`}>Open full width</Link>}
        </Stack>
      </Suspense>
    </ErrorBoundary>
  );
}
