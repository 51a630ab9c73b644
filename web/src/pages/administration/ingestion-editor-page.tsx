import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { usePrivileges } from '../../api/privileges.ts';
import { Denied, LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import {
  MANAGE_INGESTION,
  PRIVILEGE_NAME,
  useSource,
  type ShownSource,
} from '../../features/ingestion/ingestion-data.ts';
import { SourceBreadcrumbs } from '../../features/ingestion/source-breadcrumbs.tsx';
import { NEW_SOURCE, draftOf } from '../../features/ingestion/source-draft.ts';
import { SourceEditor } from '../../features/ingestion/source-editor.tsx';
import { urnOfStep } from '../../urls/paths.ts';

/** Page that creates or edits an ingestion source. */
export function IngestionEditorPage(): ReactNode {
  const step = useParams()['urn'];
  const mayManage = usePrivileges()?.has(MANAGE_INGESTION);
  return (
    <Page
      title={step === undefined ? 'New ingestion source' : 'Edit ingestion source'}
      above={<SourceBreadcrumbs />}
    >
      {mayManage === undefined && <Skeleton lines={8} />}
      {mayManage === false && <Denied what="edit ingestion sources" needs={PRIVILEGE_NAME} />}
      {mayManage === true && step === undefined && <SourceEditor initial={NEW_SOURCE} />}
      {mayManage === true && step !== undefined && <Existing urn={urnOfStep(step)} />}
    </Page>
  );
}

function Existing({ urn }: { readonly urn: string }): ReactNode {
  const { data, error, refetch } = useSource(urn, 0);
  if (error !== null && data === undefined)
    return <LoadProblem error={error} what="edit this source" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} />;
  if (data === null) return <EmptyState title="Source not found">It may have been deleted.</EmptyState>;
  return <Editor key={urn} source={data} />;
}

function Editor({ source }: { readonly source: ShownSource }): ReactNode {
  // The state when editing began.
  const { data } = useQuery({
    queryKey: ['ingestionDraft', source.urn],
    queryFn: () => draftOf(source),
    gcTime: 0,
    staleTime: Infinity,
  });
  return data === undefined ? <Skeleton lines={8} /> : <SourceEditor urn={source.urn} initial={data} />;
}
