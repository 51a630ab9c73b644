import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { BASE_PATH } from '../../api/base-path.ts';
import { graphql } from '../../api/graphql.ts';
import type { OwnPrivileges } from '../../api/privileges.ts';
import { query } from '../../api/query.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { CopyField } from '../../components/fields/copy-field.tsx';
import { Denied } from '../../components/feedback/denied.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Soft, Stack, TitledPanel } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import { useRoles } from './people-data.ts';

const CREATE = graphql(`
  mutation createInvitation($input: CreateInviteTokenInput!) {
    createInviteToken(input: $input) {
      inviteToken
    }
  }
`);

/** Choice of no role; not a urn. */
const NONE = 'none';

const INVITATIONS = '/openapi/v3/entity/invitetoken';

/** Invitation links, with which people sign up. */
export function InvitationsTab({ privileges }: { readonly privileges: OwnPrivileges }): ReactNode {
  const mayInvite = privileges.has('MANAGE_USER_CREDENTIALS', 'MANAGE_USERS_AND_GROUPS');
  const mayGiveRoles = privileges.has('MANAGE_POLICIES');
  if (!mayInvite && !mayGiveRoles) return <Denied what="invite people" needs="Manage User Credentials" />;
  return (
    <Stack gap={4}>
      <NewInvitation mayInvite={mayInvite} mayGiveRoles={mayGiveRoles} />
      {privileges.has('MANAGE_USER_CREDENTIALS') && <IssuedInvitations />}
    </Stack>
  );
}

function NewInvitation({
  mayInvite,
  mayGiveRoles,
}: {
  readonly mayInvite: boolean;
  readonly mayGiveRoles: boolean;
}): ReactNode {
  const roles = useRoles();
  const [role, setRole] = useState<string>();
  const create = useChange(['invitations'], async (roleUrn: string | undefined) => {
    const { createInviteToken: made } = await query(CREATE, {
      input: { ...(roleUrn !== undefined && { roleUrn }) },
    });
    return made?.inviteToken ?? '';
  });
  const choices = [
    ...(mayInvite ? [{ value: NONE, label: 'No role' }] : []),
    ...(mayGiveRoles ? (roles.data ?? []).map(({ urn, name }) => ({ value: urn, label: name })) : []),
  ];
  const chosen = role ?? choices[0]?.value;
  return (
    <TitledPanel title="Invite people">
      <p>
        Anyone with the link can sign up. It expires after 30 days, or when you revoke it. A new link revokes
        earlier ones for the same role.
      </p>
      <Row align="end">
        <Select label="Role of new users" choices={choices} value={chosen} onChange={setRole} />
        <Button
          look="primary"
          isPending={create.isPending}
          onPress={() => {
            create.mutate(chosen === NONE ? undefined : chosen);
          }}
        >
          Create link
        </Button>
      </Row>
      {create.error !== null && <ErrorNotice error={create.error} />}
      {create.data !== undefined && (
        <CopyField
          label="Invitation link"
          value={`${location.origin}${BASE_PATH}/signup?invite_token=${create.data}`}
          help="Copy it now: it is not shown again."
        />
      )}
    </TitledPanel>
  );
}

function IssuedInvitations(): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['invitations'],
    meta: { shows: { types: ['inviteToken'] } },
    queryFn: async ({ signal }) => urnsOf(await request(`${INVITATIONS}?count=1000`, { signal })),
  });
  const revoke = useChange(['invitations'], async (urns: readonly string[]) => {
    for (const urn of urns) await request(`${INVITATIONS}/${encodeURIComponent(urn)}`, { method: 'DELETE' });
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  const count = data.length;
  if (count === 0) return <Soft>No active invitations.</Soft>;
  const counted = count === 1 ? 'One invitation has' : `${count.toLocaleString('en')} invitations have`;
  return (
    <Row>
      <span>{counted} been issued; those older than thirty days no longer work.</span>
      <DialogButton
        look="danger"
        dialog={(close) => (
          <ConfirmDialog
            title="Revoke all invitations?"
            action="Revoke invitations"
            change={revoke}
            onClose={close}
            input={data}
            onDone={() => {
              showToast('All invitations revoked');
              close();
            }}
          >
            <p>
              The links stop working. Existing accounts are not affected. This cannot be undone: create new
              invitations for those who still need one.
            </p>
          </ConfirmDialog>
        )}
      >
        Revoke all
      </DialogButton>
    </Row>
  );
}

function urnsOf(answer: unknown): readonly string[] {
  const entities = isObject(answer) && Array.isArray(answer['entities']) ? answer['entities'] : [];
  return entities.flatMap((entity: unknown) =>
    isObject(entity) && typeof entity['urn'] === 'string' ? [entity['urn']] : [],
  );
}
