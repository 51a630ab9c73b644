import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ACCESS } from '../../api/renewal/shown.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { graphql } from '../../api/graphql.ts';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../components/controls/button.tsx';
import { ListPager } from '../../components/controls/pager.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Table } from '../../components/data/table.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Denied, LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { Menu } from '../../components/overlays/menu.tsx';
import type { ListState } from '../../urls/list-state.ts';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { ListSearch } from '../../shared/entities/list-search.tsx';
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

interface Opened {
  readonly urn: string;
  readonly name: string;
  readonly action: ServiceAccountAction;
}

/** Service accounts: identities of programs, which use access tokens instead of signing in. */
export function ServiceAccountsTab({
  state,
  onState,
  privileges,
}: {
  readonly state: ListState;
  readonly onState: (state: ListState, options?: { readonly replace?: boolean }) => void;
  readonly privileges: OwnPrivileges;
}): ReactNode {
  const mayManage = privileges.has('MANAGE_SERVICE_ACCOUNTS', 'MANAGE_USERS_AND_GROUPS');
  const { data, error, refetch } = useQuery({
    queryKey: ['serviceAccounts', state.q, state.start],
    meta: { shows: ACCESS },
    queryFn: async ({ signal }) => {
      const input = { query: state.q, start: state.start, count: PAGE_SIZE };
      return (await query(ACCOUNTS, { input }, signal)).listServiceAccounts;
    },
    placeholderData: keepPreviousData,
    enabled: mayManage,
  });
  const accounts = data?.serviceAccounts ?? [];
  const nameOfUrn = useEntityNames(accounts.flatMap(({ createdBy }) => createdBy ?? []));
  const [isCreating, setCreating] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  if (!mayManage) return <Denied what="see service accounts" needs="Manage Service Accounts" />;
  const mayToken = privileges.has('MANAGE_ACCESS_TOKENS');
  return (
    <Stack>
      <Row spread align="end">
        <ListSearch
          label="Search service accounts"
          q={state.q}
          found={data?.total}
          onSearch={(q) => {
            onState({ ...state, q, start: 0 }, { replace: true });
          }}
        />
        <Button
          look="primary"
          onPress={() => {
            setCreating(true);
          }}
        >
          Create service account
        </Button>
      </Row>
      {error !== null && (
        <LoadProblem error={error} what="list service accounts" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton lines={6} />}
      {data?.total === 0 && (
        <EmptyState title={state.q === '' ? 'No service accounts yet' : 'No service accounts match'}>
          <p>A service account gives a program its own access tokens and rights.</p>
        </EmptyState>
      )}
      {accounts.length > 0 && (
        <Table
          label="Service accounts"
          items={accounts}
          keyOf={({ urn }) => urn}
          columns={[
            {
              id: 'name',
              label: 'Name',
              render: ({ urn, name, displayName }) => <EntityLink urn={urn} name={displayName ?? name} />,
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
              render: ({ createdBy }) =>
                createdBy && <EntityLink urn={createdBy} name={nameOfUrn(createdBy)} />,
            },
            {
              id: 'at',
              label: 'Created',
              isExtra: true,
              render: ({ createdAt }) => typeof createdAt === 'number' && <Moment time={createdAt} />,
            },
            {
              id: 'actions',
              label: 'Actions',
              isLabelHidden: true,
              isNumeric: true,
              render: ({ urn, name: id, displayName }) => {
                const name = displayName ?? id;
                const entry = (action: ServiceAccountAction, label: string, isDanger = false) => ({
                  id: action,
                  label,
                  isDanger,
                  onAction: () => {
                    setOpened({ urn, name, action });
                  },
                });
                return (
                  <Menu
                    label={`Actions for ${name}`}
                    look="quiet"
                    entries={[
                      ...(mayToken ? [entry('token', 'Create token…'), entry('tokens', 'Tokens…')] : []),
                      ...(privileges.has('MANAGE_POLICIES') ? [entry('role', 'Assign role…')] : []),
                      entry('delete', 'Delete…', true),
                    ]}
                  >
                    ⋯
                  </Menu>
                );
              },
            },
          ]}
        />
      )}
      <ListPager
        label="Pages of service accounts"
        start={state.start}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onStart={(start) => {
          onState({ ...state, start });
        }}
      />
      {isCreating && (
        <CreateServiceAccountDialog
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
      {opened && (
        <ServiceAccountDialog
          {...opened}
          onClose={() => {
            setOpened(undefined);
          }}
        />
      )}
    </Stack>
  );
}
