import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ACCESS } from '../../api/renewal/shown.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { query } from '../../api/query.ts';
import { LongText } from '../../components/text/long-text.tsx';
import type { Column } from '../../components/data/table.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Denied } from '../../components/feedback/denied.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import type { MenuEntry } from '../../components/overlays/menu-entries.ts';
import { Menu } from '../../components/overlays/menu.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { SearchedList, type ListProps } from '../../shared/entities/searched-list.tsx';
import { PAGE_SIZE } from './people-data.ts';
import {
  CreateServiceAccountDialog,
  ServiceAccountDialog,
  type ServiceAccountAction,
} from './service-account-dialogs.tsx';

const ACCOUNTS = graphql(`
  query serviceAccounts($input: ListServiceAccountsInput!) {
    listServiceAccounts(input: $input) {
      total
      serviceAccounts {
        urn
        name
        displayName
        description
        createdBy
        createdAt
      }
    }
  }
`);

type Account = NonNullable<ResultOf<typeof ACCOUNTS>['listServiceAccounts']>['serviceAccounts'][number];

/** Service accounts: identities of programs, which use access tokens instead of signing in. */
export function ServiceAccountsTab({
  privileges,
  ...list
}: ListProps & { readonly privileges: OwnPrivileges }): ReactNode {
  const { q, start } = list.state;
  const mayManage = privileges.has('MANAGE_SERVICE_ACCOUNTS', 'MANAGE_USERS_AND_GROUPS');
  const accounts = useQuery({
    queryKey: ['serviceAccounts', q, start],
    meta: { shows: ACCESS },
    queryFn: async ({ signal }) => {
      const input = { query: q, start, count: PAGE_SIZE };
      const { listServiceAccounts } = await query(ACCOUNTS, { input }, signal);
      return listServiceAccounts ?? { total: 0, serviceAccounts: [] };
    },
    placeholderData: keepPreviousData,
    enabled: mayManage,
  });
  const items = accounts.data?.serviceAccounts;
  const nameOfUrn = useEntityNames((items ?? []).flatMap(({ createdBy }) => createdBy ?? []));
  const [opened, setOpened] = useState<{
    readonly account: Account;
    readonly action: ServiceAccountAction;
  }>();
  if (!mayManage) return <Denied what="see service accounts" needs="Manage Service Accounts" />;
  const actions = (account: Account): ReactNode => (
    <Menu
      label={`Actions for ${nameOf(account)}`}
      look="quiet"
      entries={entriesOf(privileges, (action) => setOpened({ account, action }))}
    >
      ⋯
    </Menu>
  );
  const about = 'A service account gives a program its own access tokens and rights.';
  return (
    <>
      <SearchedList
        {...list}
        name="Service accounts"
        query={accounts}
        items={items}
        pageSize={PAGE_SIZE}
        none={about}
        noMatch={about}
        action={
          <DialogButton look="primary" dialog={(close) => <CreateServiceAccountDialog onClose={close} />}>
            Create service account
          </DialogButton>
        }
        columns={columnsOf(nameOfUrn, actions)}
      />
      {opened && (
        <ServiceAccountDialog
          urn={opened.account.urn}
          name={nameOf(opened.account)}
          action={opened.action}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function columnsOf(
  nameOfUrn: (urn: string) => string,
  actions: (account: Account) => ReactNode,
): readonly Column<Account>[] {
  return [
    {
      id: 'name',
      label: 'Name',
      render: (account) => <EntityLink urn={account.urn} name={nameOf(account)} />,
    },
    {
      id: 'description',
      label: 'Description',
      isExtra: true,
      render: ({ description }) => <LongText>{description ?? ''}</LongText>,
    },
    {
      id: 'by',
      label: 'Created by',
      isExtra: true,
      render: ({ createdBy }) => createdBy && <EntityLink urn={createdBy} name={nameOfUrn(createdBy)} />,
    },
    {
      id: 'at',
      label: 'Created',
      isExtra: true,
      render: ({ createdAt }) => typeof createdAt === 'number' && <Moment time={createdAt} />,
    },
    { id: 'actions', label: 'Actions', isLabelHidden: true, isNumeric: true, render: actions },
  ];
}

function nameOf({ name, displayName }: Account): string {
  return displayName ?? name;
}

function entriesOf(
  privileges: OwnPrivileges,
  open: (action: ServiceAccountAction) => void,
): readonly MenuEntry[] {
  const create = { id: 'token', label: 'Create token…', onAction: () => open('token') };
  const tokens = { id: 'tokens', label: 'Tokens…', onAction: () => open('tokens') };
  const role = { id: 'role', label: 'Assign role…', onAction: () => open('role') };
  return [
    ...(privileges.has('MANAGE_ACCESS_TOKENS') ? [create, tokens] : []),
    ...(privileges.has('MANAGE_POLICIES') ? [role] : []),
    { id: 'delete', label: 'Delete…', isDanger: true, onAction: () => open('delete') },
  ];
}
