import { Suspense, lazy, type ComponentType, type ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { useAreNamed, useEntityNames } from '../../api/names/entity-names.ts';
import { ErrorBoundary } from '../../components/feedback/error-boundary.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page, Stack } from '../../components/layout/layout.tsx';
import { Tabs, type TabSpec } from '../../components/overlays/tabs.tsx';
import { Avatar } from '../../components/icons/avatar.tsx';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { PlatformMark } from '../../components/icons/platform-mark.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../urls/urn.ts';
import { useUrlState } from '../../urls/search-state.ts';
import { hasLineage } from '../../shared/entities/types-with-lineage.ts';
import { useRights } from '../../shared/rights/use-rights.ts';
import { AccessTab, type AccessChoice } from './access/access-tab.tsx';
import { useColumn } from '../../shared/columns/use-column.ts';
import { AssetLead } from './header/asset-lead.tsx';
import { Missing } from './missing.tsx';
import { useChangeCount } from './header/use-change-count.ts';
import { useCounts } from './header/use-counts.ts';
import { OverviewTab } from './overview/overview-tab.tsx';
import { assetsAddress } from '../../shared/search/filter-address.ts';
import { useAssetCount } from '../../shared/search/use-asset-count.ts';
import { factsOf } from '../../shared/entities/entity-facts.ts';
import { SoftDeletedNotice } from './lifecycle.tsx';
import { PropertiesTab } from './properties/properties-tab.tsx';
import { hasQuality } from './quality/has-quality.ts';
import { RawTab } from './raw-tab.tsx';
import { useEntity, type StoredEntity } from '../../shared/entities/use-entity.ts';
import { useParents } from './header/use-parents.ts';

const QualityTab = lazy(async () => ({ default: (await import('./quality/quality-tab.tsx')).QualityTab }));
const QueriesTab = lazy(async () => ({ default: (await import('./queries/queries-tab.tsx')).QueriesTab }));

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

const NO_ASPECTS: StoredEntity['aspects'] = new Map();

/** The page of an entity of any type. */
export function AssetPage({ urn, parts }: { readonly urn: string; readonly parts: AssetParts }): ReactNode {
  const { data: stored, error: storedError, refetch } = useEntity(urn);
  const column = useColumn(urn);
  const error = storedError ?? column.error;
  // A column without metadata of its own is known by the schema of its table.
  const data = stored === null && column.data !== null ? column.data && { urn, aspects: NO_ASPECTS } : stored;
  // The name is asked beside the entity, so that neither the heading nor the tab shows the urn first.
  const isNamed = useAreNamed([urn]);
  if (error !== null && data === undefined) {
    return (
      <Page title="Not loaded">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (data === undefined || (data !== null && !isNamed)) {
    return (
      <Page title="Loading">
        <Skeleton lines={10} />
      </Page>
    );
  }
  return data === null ? <Missing urn={urn} /> : <Found entity={data} parts={parts} />;
}

function Found({ entity, parts }: { readonly entity: StoredEntity; readonly parts: AssetParts }): ReactNode {
  const { urn } = entity;
  const { isSoftDeleted, picture, platform, type } = factsOf(entity);
  const [address, setAddress] = useUrlState(ADDRESS);
  const parents = useParents(urn);
  const path = [...(platform === undefined || platform === urn ? [] : [platform]), ...parents];
  const ownName = useEntityNames([urn])(urn);
  const nameOf = useEntityNames(path);
  const rightTo = useRights(urn);
  const tabs = useTabs(entity, parts, {
    choice: address,
    onChoice: (choice) => {
      setAddress({ ...address, ...choice });
    },
  });
  const first = tabs[0]?.id ?? '';
  return (
    <Page
      title={ownName}
      shownTitle={<Name urn={urn} name={ownName} picture={picture} />}
      lead={
        <>
          {type === 'corpuser' && (
            <Suspense>
              <parts.person entity={entity} />
            </Suspense>
          )}
          <AssetLead entity={entity} />
        </>
      }
      above={
        <Breadcrumbs
          steps={path.map((step) => ({
            to: entityPath(step),
            text: nameOf(step),
            icon: iconOf(step, nameOf),
          }))}
        />
      }
    >
      {isSoftDeleted && <SoftDeletedNotice urn={urn} right={rightTo('status')} />}
      <Tabs
        label="Parts"
        isSticky
        tabs={tabs}
        selected={tabs.find(({ id }) => id === address.tab)?.id ?? first}
        onSelect={(tab) => {
          setAddress({ tab: tab === first ? undefined : tab, actor: undefined, privilege: undefined });
        }}
      />
    </Page>
  );
}

/** Name of an entity, with the avatar of a person or group, or the icon of its type. */
function Name({
  urn,
  name,
  picture,
}: {
  readonly urn: string;
  readonly name: string;
  readonly picture: string | undefined;
}): ReactNode {
  const type = entityTypeOf(urn);
  const isGroup = type === 'corpGroup';
  return (
    <span className="title-with-icon">
      {isGroup || type === 'corpuser' ? (
        <Avatar name={name} picture={picture} isGroup={isGroup} isLarge />
      ) : (
        iconOf(urn, () => name)
      )}
      <NameText title={urn}>{name}</NameText>
    </span>
  );
}

function iconOf(urn: string, nameOf: (urn: string) => string): ReactNode {
  const type = entityTypeOf(urn);
  if (type !== 'dataPlatform') return <EntityIcon type={type} />;
  return <PlatformMark platform={shortName(urn)} name={nameOf(urn)} />;
}

/** The tabs that an entity of this type can have, with the numbers of what they hold. */
function useTabs(
  entity: StoredEntity,
  parts: AssetParts,
  access: Omit<Parameters<typeof AccessTab>[0], 'urn'>,
): readonly TabSpec[] {
  const { urn } = entity;
  const { type } = factsOf(entity);
  const counts = useCounts(urn);
  const changes = useChangeCount(urn);
  const assets = useAssetCount(urn);
  const fields = entity.aspects.get('schemaMetadata')?.value['fields'];
  return [
    ...firstTabs(entity, parts, assets),
    { id: 'properties', label: 'Properties', render: () => <PropertiesTab entity={entity} /> },
    ...(type === 'dataset'
      ? [
          {
            id: 'columns',
            label: 'Columns',
            count: Array.isArray(fields) ? fields.length : undefined,
            render: () => loaded(urn, 'columns', parts),
          },
        ]
      : []),
    ...(hasLineage(type)
      ? [
          {
            id: 'lineage',
            label: 'Lineage',
            count: counts.lineage,
            render: () => loaded(urn, 'lineage', parts),
          },
        ]
      : []),
    {
      id: 'history',
      label: 'History',
      count: changes?.count,
      isMinimum: changes?.isMinimum,
      isCounting: true,
      render: () => loaded(urn, 'history', parts),
    },
    ...(hasQuality(type)
      ? [
          {
            id: 'quality',
            label: 'Quality',
            count: counts.quality,
            render: () => (
              <Lazily>
                <QualityTab urn={urn} />
              </Lazily>
            ),
          },
        ]
      : []),
    ...(type === 'dataset'
      ? [
          {
            id: 'queries',
            label: 'Queries',
            count: counts.queries,
            render: () => (
              <Lazily>
                <QueriesTab urn={urn} />
              </Lazily>
            ),
          },
        ]
      : []),
    { id: 'access', label: 'Access', render: () => <AccessTab urn={urn} {...access} /> },
    { id: 'raw', label: 'Raw', render: () => <RawTab entity={entity} /> },
  ];
}

/** What one comes for: assets or terms, and a description. */
function firstTabs(entity: StoredEntity, parts: AssetParts, assets: number | undefined): readonly TabSpec[] {
  const { urn } = entity;
  const { type } = factsOf(entity);
  return [
    ...(type === 'glossaryNode'
      ? [{ id: 'terms', label: 'Terms', render: () => loaded(urn, 'contents', parts) }]
      : []),
    ...(assetsAddress(urn) === undefined
      ? [{ id: 'overview', label: 'Overview', render: () => <OverviewTab entity={entity} /> }]
      : [
          { id: 'assets', label: 'Assets', count: assets, render: () => loaded(urn, 'contents', parts) },
          { id: 'about', label: 'About', render: () => <OverviewTab entity={entity} /> },
        ]),
  ];
}

/** Content whose code is loaded when it is shown. */
function Lazily({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton lines={8} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** A lazily loaded tab with a link to its full-width page, if it has one. */
function loaded(urn: string, page: TabName, parts: AssetParts): ReactNode {
  const Part = parts[page];
  return (
    <Lazily>
      <Stack>
        <Part urn={urn} />
        {page !== 'contents' && <Link href={`${entityPath(urn)}/${page}`}>Open full width</Link>}
      </Stack>
    </Lazily>
  );
}
