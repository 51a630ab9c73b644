import type { ReactNode } from 'react';
import { usePrivileges } from '../../api/privileges.ts';
import { Denied } from '../../components/feedback/denied.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page, Sidebar } from '../../components/layout/layout.tsx';
import { AUDIT_FILTER } from '../../features/audit/audit-data.ts';
import { AuditFilters } from '../../features/audit/audit-filters.tsx';
import { AuditList } from '../../features/audit/audit-list.tsx';
import { PAGES } from '../../urls/pages.ts';
import { useUrlState } from '../../urls/search-state.ts';

/** The audit log: changes, refusals, sign-ins. */
export function AuditPage(): ReactNode {
  const [filter, setFilter] = useUrlState(AUDIT_FILTER);
  const maySee = usePrivileges()?.has(...PAGES['/audit'].needs);
  return (
    <Page
      title="Audit log"
      above={<Breadcrumbs steps={[{ to: '/operations', text: 'Operations' }]} />}
      lead="Who changed what, what was refused, and who signed in."
    >
      {maySee === undefined && <Skeleton lines={10} />}
      {maySee === false && <Denied what="read the audit log" needs="Get Platform Events" />}
      {maySee === true && (
        <Sidebar side={<AuditFilters filter={filter} onFilter={setFilter} />}>
          <AuditList filter={filter} />
        </Sidebar>
      )}
    </Page>
  );
}
