import { useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { ListPager } from '../../components/controls/pager.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Table, type Column } from '../../components/data/table.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { EntityLink } from '../entities/entity-link.tsx';
import { PAGE_SIZE, useRevokeToken, useTokens, type Token } from './token-data.ts';

/** Access tokens and their restrictions; without an actor, everyone's. In a form, no tokens are one line. */
export function TokensTable({
  actorUrn,
  isInForm = false,
}: {
  readonly actorUrn?: string;
  readonly isInForm?: boolean;
}): ReactNode {
  const [start, setStart] = useState(0);
  const { data, error, refetch } = useTokens(actorUrn, start, true);
  const [revoking, setRevoking] = useState<Token>();
  const nameOfUrn = useEntityNames((data?.tokens ?? []).map((token) => token.actorUrn));
  if (error !== null) return <LoadProblem error={error} what="list tokens" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={5} />;
  if (data.total === 0) {
    return isInForm ? (
      <Soft>No tokens yet</Soft>
    ) : (
      <EmptyState title="No tokens yet">
        <p>Programs use a token to sign in instead of a password.</p>
      </EmptyState>
    );
  }
  return (
    <Stack>
      <Table
        label="Access tokens"
        items={data.tokens}
        keyOf={({ id }) => id}
        columns={columnsOf(actorUrn === undefined ? nameOfUrn : undefined, setRevoking)}
      />
      <ListPager
        label="Pages of tokens"
        start={start}
        pageSize={PAGE_SIZE}
        total={data.total}
        onStart={setStart}
      />
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
    </Stack>
  );
}

/** Columns of tokens; with `nameOfUrn`, also the actor of each. */
function columnsOf(
  nameOfUrn: ((urn: string) => string) | undefined,
  onRevoke: (token: Token) => void,
): readonly Column<Token>[] {
  const actor: Column<Token>[] = nameOfUrn
    ? [
        {
          id: 'actor',
          label: 'For',
          render: (token) => <EntityLink urn={token.actorUrn} name={nameOfUrn(token.actorUrn)} />,
        },
      ]
    : [];
  return [
    { id: 'name', label: 'Name', render: (token) => <TokenName token={token} /> },
    ...actor,
    {
      id: 'scope',
      label: 'Access',
      isExtra: actor.length > 0,
      render: (token) => <Narrowing token={token} />,
    },
    {
      id: 'created',
      label: 'Created',
      isExtra: true,
      render: ({ createdAt }) => <Moment time={createdAt} />,
    },
    { id: 'expires', label: 'Expires', isExtra: true, render: (token) => <Expiry token={token} /> },
    {
      id: 'used',
      label: 'Last used',
      isExtra: true,
      render: ({ lastUsedAt }) =>
        typeof lastUsedAt === 'number' ? <Moment time={lastUsedAt} /> : <Soft>Never</Soft>,
    },
    {
      id: 'revoke',
      label: 'Actions',
      isLabelHidden: true,
      isNumeric: true,
      render: (token) => (
        <Button look="quiet" label={`Revoke ${token.name}`} onPress={() => onRevoke(token)}>
          Revoke
        </Button>
      ),
    },
  ];
}

function TokenName({ token: { name, description } }: { readonly token: Token }): ReactNode {
  return (
    <Stack gap={1}>
      <NameText>{name}</NameText>
      {description !== null && description !== '' && (
        <Soft>
          <LongText>{description}</LongText>
        </Soft>
      )}
    </Stack>
  );
}

function Narrowing({
  token: { readOnly, direct, proposeOnly, entityTypes, properties },
}: {
  readonly token: Token;
}): ReactNode {
  return (
    <Row gap={1}>
      <Badge>{accessText(readOnly === true, proposeOnly === true)}</Badge>
      {direct === true && <Badge>Without plans</Badge>}
      {entityTypes && <Badge>{counted(entityTypes.length, 'entity type')}</Badge>}
      {properties && <Badge>{counted(properties.length, 'property', 'properties')}</Badge>}
    </Row>
  );
}

function accessText(isReadOnly: boolean, isProposeOnly: boolean): string {
  if (isReadOnly) return 'Read only';
  return isProposeOnly ? 'Read and propose' : 'Read and write';
}

function Expiry({ token: { expiresAt } }: { readonly token: Token }): ReactNode {
  if (typeof expiresAt !== 'number') return <Soft>Never</Soft>;
  if (expiresAt < Date.now()) return <Badge tone="warn">Expired</Badge>;
  return <Moment time={expiresAt} />;
}

function RevokeDialog({
  token,
  onClose,
}: {
  readonly token: Token;
  readonly onClose: () => void;
}): ReactNode {
  const revoke = useRevokeToken();
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      action="Revoke token"
      change={revoke}
      onClose={onClose}
      input={token.id}
      onDone={() => {
        showToast(`Token ${token.name} revoked`);
        onClose();
      }}
    >
      <p>
        The token stops working at once, and programs that use it lose access. This cannot be undone. If
        programs still need access, create a new token for them first.
      </p>
    </ConfirmDialog>
  );
}
