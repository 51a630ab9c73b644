import type { ReactNode } from 'react';
import { usePrivileges } from '../../api/privileges.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Denied } from '../../components/feedback/denied.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { MANAGE_INGESTION, PRIVILEGE_NAME } from '../../features/ingestion/ingestion-data.ts';
import { SourcesTable } from '../../features/ingestion/sources-table.tsx';
import { LIST_STATE } from '../../urls/list-state.ts';
import { useUrlState } from '../../urls/search-state.ts';

/** Ingestion sources, which bring metadata into the catalog. */
export function IngestionPage(): ReactNode {
  const [state, setState] = useUrlState(LIST_STATE);
  const mayManage = usePrivileges()?.has(MANAGE_INGESTION);
  return (
    <Page
      title="Ingestion"
      above={<Breadcrumbs steps={[{ to: '/operations', text: 'Operations' }]} />}
      lead="Sources that DataHub’s executor ingests, on request or on a schedule."
      actions={
        mayManage === true && (
          <ButtonLink to="/ingestion/new" look="primary">
            New source
          </ButtonLink>
        )
      }
    >
      {mayManage === undefined && <Skeleton lines={8} />}
      {mayManage === false && <Denied what="see ingestion sources" needs={PRIVILEGE_NAME} />}
      {mayManage === true && <SourcesTable state={state} onState={setState} />}
    </Page>
  );
}
