import type { ReactNode } from 'react';
import { usePrivileges } from '../../api/privileges.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Denied } from '../../components/feedback/denied.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { Tabs } from '../../components/overlays/tabs.tsx';
import { DoctorTab } from '../../features/operations/doctor-tab.tsx';
import { RemovalsTab } from '../../features/operations/removals-tab.tsx';
import { OverviewTab } from '../../features/operations/overview-tab.tsx';
import { SystemUpdateTab } from '../../features/operations/system-update-tab.tsx';
import { LIST_STATE } from '../../urls/list-state.ts';
import { PAGES } from '../../urls/pages.ts';
import { useUrlState } from '../../urls/search-state.ts';

const TABS = ['overview', 'removals', 'doctor', 'system-update'];

/** State of the server, and catalog-wide jobs. */
export function OperationsPage(): ReactNode {
  const [state, setState] = useUrlState(LIST_STATE);
  const privileges = usePrivileges();
  const mayOperate = privileges?.has('MANAGE_SYSTEM_OPERATIONS', 'RESTORE_INDICES_PRIVILEGE');
  const guarded = (what: string, content: ReactNode): ReactNode => {
    if (mayOperate === undefined) return <Skeleton lines={4} />;
    return mayOperate ? content : <Denied what={what} needs="Manage System Operations" />;
  };
  const selected = TABS.find((tab) => tab === state.tab) ?? 'overview';
  // A tab that would only refuse is left out, unless the address names it.
  const isShown = (id: string): boolean => mayOperate !== false || id === selected;
  const mayOpen = (path: '/audit' | '/ingestion'): boolean => privileges?.has(...PAGES[path].needs) === true;
  return (
    <Page
      title="Operations"
      actions={
        <>
          {mayOpen('/ingestion') && <ButtonLink to="/ingestion">Ingestion</ButtonLink>}
          {mayOpen('/audit') && <ButtonLink to="/audit">Audit log</ButtonLink>}
        </>
      }
    >
      <Tabs
        label="Operations"
        selected={selected}
        onSelect={(id) => {
          setState({ tab: id === 'overview' ? '' : id, q: '', start: 0 });
        }}
        tabs={[
          { id: 'overview', label: 'Overview', render: () => <OverviewTab /> },
          { id: 'removals', label: 'Removals', render: () => <RemovalsTab /> },
          ...[
            { id: 'doctor', label: 'Doctor', render: () => guarded('start the doctor', <DoctorTab />) },
            {
              id: 'system-update',
              label: 'System update',
              render: () => guarded('update the system', <SystemUpdateTab />),
            },
          ].filter(({ id }) => isShown(id)),
        ]}
      />
    </Page>
  );
}
