import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/entity-names.ts';
import { graphql } from '../../api/graphql.ts';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { query } from '../../api/query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/fields.tsx';
import { Paging } from '../../components/controls/paging.tsx';
import { LongText } from '../../components/data/long-text.tsx';
import { Table } from '../../components/data/table.tsx';
import { When } from '../../components/data/when.tsx';
import { Denied, LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { Menu } from '../../components/overlays/menu.tsx';
import type { ListState } from '../../urls/list-state.ts';
import { CreateTokenDialog } from '../tokens/create-token-dialog.tsx';
import { TokensTable } from '../tokens/tokens-table.tsx';
import { AssignRoleDialog } from './assign-role-dialog.tsx';
import { EntityLink } from './entity-link.tsx';
import { ListSearch } from './list-search.tsx';
import { PAGE_SIZE, useRoles } from './people-data.ts';

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

const CREATE = graphql(`
  mutation createServiceAccount($input: CreateServiceAccountInput!) {
    createServiceAccount(input: $input) {
      urn
    }
  }
`);

const REMOVE = graphql(`
  mutation deleteServiceAccount($urn: String!) {
    deleteServiceAccount(urn: $urn)
  }
`);

interface Opened {
  readonly urn: string;
  readonly name: string;
  readonly action: 'token' | 'tokens' | 'role' | 'delete';
}

/** Identities for programs: they do not sign in, but have access tokens. */
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
  const close = (): void => {
    setOpened(undefined);
  };
  return (
    <Stack>
      <Row spread align="end">
        <ListSearch
          label="Search service accounts"
          q={state.q}
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
        <EmptyState
          title={state.q === '' ? 'There are no service accounts yet' : 'No service account matches'}
        >
          <p>A service account lets a program in by an access token, with rights of its own.</p>
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
              render: ({ createdAt }) => typeof createdAt === 'number' && <When time={createdAt} />,
            },
            {
              id: 'actions',
              label: '',
              isNumeric: true,
              render: ({ urn, name: id, displayName }) => {
                const name = displayName ?? id;
                const entry = (action: Opened['action'], label: string, isDanger = false) => ({
                  ...{ id: action, label, isDanger },
                  onAction: () => {
                    setOpened({ urn, name, action });
                  },
                });
                return (
                  <Menu
                    label={`Actions for ${name}`}
                    look="quiet"
                    entries={[
                      ...(mayToken ? [entry('token', 'Create a token…'), entry('tokens', 'Tokens…')] : []),
                      ...(privileges.has('MANAGE_POLICIES') ? [entry('role', 'Assign a role…')] : []),
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
      <Paging
        label="service accounts"
        start={state.start}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onStart={(start) => {
          onState({ ...state, start });
        }}
      />
      {isCreating && (
        <CreateDialog
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
      {opened?.action === 'token' && <CreateTokenDialog actor={opened} isService onClose={close} />}
      {opened?.action === 'tokens' && (
        <Dialog
          title={`Tokens of ${opened.name}`}
          size="large"
          isOpen
          onClose={close}
          actions={<Button onPress={close}>Done</Button>}
        >
          <TokensTable actorUrn={opened.urn} />
        </Dialog>
      )}
      {opened?.action === 'role' && <RoleDialog {...opened} onClose={close} />}
      {opened?.action === 'delete' && <DeleteDialog {...opened} onClose={close} />}
    </Stack>
  );
}

/** Opens once it is known which role the account has. */
function RoleDialog({
  urn,
  name,
  onClose,
}: {
  readonly urn: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const roles = useRoles();
  if (roles.data === undefined) return null;
  const role = roles.data.find(({ relationships }) =>
    relationships?.relationships.some(({ entity }) => entity?.urn === urn),
  );
  return <AssignRoleDialog actors={[urn]} name={name} role={role?.urn} onClose={onClose} />;
}

function CreateDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [displayName, setDisplayName] = useState('');
  const [description, setDescription] = useState('');
  const create = useChange(
    ['serviceAccounts'],
    (input: { readonly displayName: string; readonly description?: string }) => query(CREATE, { input }),
  );
  const submit = (): void => {
    if (displayName.trim() === '' || create.isPending) return;
    const optional = description.trim() === '' ? {} : { description: description.trim() };
    create.mutate(
      { displayName: displayName.trim(), ...optional },
      {
        onSuccess: () => {
          showToast(`${displayName.trim()} is created. Create a token for it from its menu.`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title="Create service account"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={displayName.trim() === ''}
            isPending={create.isPending}
            onPress={submit}
          >
            Create
          </Button>
        </>
      }
    >
      <Stack>
        <TextField
          label="Name"
          value={displayName}
          onChange={setDisplayName}
          isRequired
          autoFocus
          onEnter={submit}
        />
        <TextField
          label="Description"
          help="What program it is for."
          value={description}
          onChange={setDescription}
          onEnter={submit}
        />
        {create.error !== null && <ErrorNotice error={create.error} />}
      </Stack>
    </Dialog>
  );
}

function DeleteDialog({
  urn,
  name,
  onClose,
}: {
  readonly urn: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const remove = useChange(['serviceAccounts', 'roles'], (account: string) =>
    query(REMOVE, { urn: account }),
  );
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete service account"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate(urn, {
          onSuccess: () => {
            showToast(`${name} is deleted.`);
            onClose();
          },
        });
      }}
    >
      <p>Its access tokens stop working at once. Programs that use them are refused.</p>
    </ConfirmDialog>
  );
}
