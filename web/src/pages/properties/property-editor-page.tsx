import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, type ReactNode } from 'react';
import { useParams, useSearch } from 'wouter';
import { useMeOrFail } from '../../api/person/me.ts';
import { useOpened } from '../../api/renewal/use-opened.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { PARTS, readFormer, type HistoryEntry } from '../../features/properties/page/read-history.ts';
import {
  propertyUrn,
  useProperty,
  type StoredProperty,
} from '../../features/properties/definition/stored-property.ts';
import { PropertyEditor } from '../../features/properties/editor/property-editor.tsx';
import { REFUSAL } from '../../shared/rights/property-rights.tsx';
import { useRights } from '../../shared/rights/use-rights.ts';
import { propertyPath } from '../../urls/paths.ts';

/** Loaded when it is shown. */
const LazyYaml = lazy(async () => ({
  default: (await import('../../features/properties/yaml/yaml-page.tsx')).YamlPage,
}));

function YamlPage({ stored }: { readonly stored: StoredProperty | undefined }): ReactNode {
  return (
    <Suspense fallback={<Skeleton lines={10} label="Loading the editor" />}>
      <LazyYaml stored={stored} />
    </Suspense>
  );
}

/** Page that defines or edits a property, or proposes a change of it; with `as=yaml`, as YAML. */
export function PropertyEditorPage(): ReactNode {
  const { name } = useParams();
  const may = useMeOrFail()?.platformPrivileges.manageStructuredProperties;
  const isYaml = new URLSearchParams(useSearch()).get('as') === 'yaml';
  const urn = name === undefined ? '' : propertyUrn(decodeURIComponent(name));
  // Only a change of a stored property can be proposed.
  const proposing = useRights(urn)('proposals').state;
  const title = name === undefined ? 'New property' : 'Edit property';
  if (may === undefined || (!may && urn !== '' && proposing === 'unknown')) {
    return (
      <Page title={title}>
        <Skeleton lines={10} />
      </Page>
    );
  }
  if (!may && proposing !== 'allowed') {
    return (
      <Page title={title}>
        <EmptyState
          title="You cannot change properties"
          actions={<ButtonLink to="/properties">All properties</ButtonLink>}
        >
          <p>{REFUSAL}</p>
        </EmptyState>
      </Page>
    );
  }
  if (urn !== '') return <Existing urn={urn} isYaml={isYaml && may} isProposed={!may} />;
  return isYaml ? <YamlPage key="new" stored={undefined} /> : <PropertyEditor key="new" stored={undefined} />;
}

function Existing({
  urn,
  isYaml,
  isProposed,
}: {
  readonly urn: string;
  readonly isYaml: boolean;
  /** Whether the person may only propose the change. */
  readonly isProposed: boolean;
}): ReactNode {
  const { data: stored, error, refetch } = useProperty(urn);
  const search = new URLSearchParams(useSearch());
  const version = Number(search.get('version') ?? 0) || undefined;
  const what = PARTS.find((part) => part === search.get('what')) ?? 'propertyDefinition';
  const data = useOpened(stored?.isRemoved === true ? null : stored, urn);
  if (error !== null && data === undefined) {
    return (
      <Page title="Edit property">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (data === undefined) {
    return (
      <Page title="Edit property">
        <Skeleton lines={10} label="Loading the property" />
      </Page>
    );
  }
  if (data === null) {
    return (
      <Page title="Edit property">
        <EmptyState
          title={stored === null ? 'Property not found' : 'This property is deleted'}
          actions={<ButtonLink to={stored === null ? '/properties' : propertyPath(urn)}>Back</ButtonLink>}
        >
          <p>
            {stored === null ? 'It may have been deleted with all its values.' : 'Restore it to edit it.'}
          </p>
        </EmptyState>
      </Page>
    );
  }
  if (isYaml) return <YamlPage key={urn} stored={data} />;
  return version === undefined ? (
    <PropertyEditor key={urn} stored={data} isProposed={isProposed} />
  ) : (
    <SettingBack
      key={`${urn} ${version}`}
      stored={data}
      what={what}
      version={version}
      isProposed={isProposed}
    />
  );
}

/** The editor with an earlier version as its draft. */
function SettingBack({
  stored,
  what,
  version,
  isProposed,
}: {
  readonly stored: StoredProperty;
  readonly what: HistoryEntry['what'];
  readonly version: number;
  readonly isProposed: boolean;
}): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['formerProperty', stored.urn, what, version],
    queryFn: async ({ signal }) => (await readFormer(stored, what, version, signal)) ?? null,
  });
  if (data) return <PropertyEditor stored={stored} former={data} isProposed={isProposed} />;
  return (
    <Page title="Edit property">
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={10} label="Loading the version" />}
      {data === null && (
        <EmptyState
          title="This version is no longer kept"
          actions={<ButtonLink to={`${propertyPath(stored.urn)}?tab=history`}>History</ButtonLink>}
        >
          <p>The server keeps the latest versions only.</p>
        </EmptyState>
      )}
    </Page>
  );
}
