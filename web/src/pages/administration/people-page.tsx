import type { ReactNode } from 'react';
import { usePrivileges } from '../../api/privileges.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { Tabs } from '../../components/overlays/tabs.tsx';
import { GroupsTab } from '../../features/people/groups-tab.tsx';
import { InvitationsTab } from '../../features/people/invitations-tab.tsx';
import { RolesTab } from '../../features/people/roles-tab.tsx';
import { ServiceAccountsTab } from '../../features/people/service-accounts-tab.tsx';
import { UsersTab } from '../../features/people/users-tab.tsx';
import { ReadOnlyNote, privilegeNeeded, whyNot } from '../../shared/rights/read-only-note.tsx';
import { LIST_STATE } from '../../urls/list-state.ts';
import { useUrlState } from '../../urls/search-state.ts';

const TABS = ['users', 'groups', 'roles', 'service-accounts', 'invitations'];

/** Users, groups, roles, service accounts and invitations. */
export function PeoplePage(): ReactNode {
  const [state, setState] = useUrlState(LIST_STATE);
  const privileges = usePrivileges();
  const list = { state, onState: setState };
  const selected = TABS.find((tab) => tab === state.tab) ?? 'users';
  return (
    <Page
      title="People"
      lead={
        privileges?.has('MANAGE_USERS_AND_GROUPS') === false && (
          <ReadOnlyNote
            whoElse={privilegeNeeded('Manage Users & Groups')}
            why={whyNot('MANAGE_USERS_AND_GROUPS')}
          />
        )
      }
      actions={<ButtonLink to="/policies">Policies</ButtonLink>}
    >
      {privileges === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <Tabs
          label="People"
          selected={selected}
          onSelect={(id) => {
            setState({ tab: id === 'users' ? '' : id, q: '', start: 0 });
          }}
          tabs={[
            { id: 'users', label: 'Users', render: () => <UsersTab {...list} privileges={privileges} /> },
            { id: 'groups', label: 'Groups', render: () => <GroupsTab {...list} privileges={privileges} /> },
            { id: 'roles', label: 'Roles', render: () => <RolesTab privileges={privileges} /> },
            {
              id: 'service-accounts',
              label: 'Service accounts',
              render: () => <ServiceAccountsTab {...list} privileges={privileges} />,
            },
            {
              id: 'invitations',
              label: 'Invitations',
              render: () => <InvitationsTab privileges={privileges} />,
            },
          ]}
        />
      )}
    </Page>
  );
}
