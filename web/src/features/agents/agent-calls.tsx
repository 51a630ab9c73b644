import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { splitWords } from '../../api/names/split-words.ts';
import { counted } from '../../components/counted.ts';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Ago } from '../../components/text/ago.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { usePrivilegeCatalog } from '../../shared/policies/privilege-catalog.ts';
import { useAgentCalls, type AgentCall } from './agents-data.ts';

/** What tools do, as the beginning of a sentence. */
const DEEDS: Readonly<Record<string, string>> = {
  set_metadata: 'Edited metadata',
  set_definitions: 'Defined properties',
  undo: 'Undid a change',
  report: 'Reported',
};

/** The latest calls of the person's agents: what, when, why, and how to undo it. */
export function AgentCalls({
  renderUndo,
}: {
  /** Renders what undoes the edit with this number. */
  readonly renderUndo: (edit: number) => ReactNode;
}): ReactNode {
  const { data: calls, error, refetch } = useAgentCalls();
  const nameOf = useEntityNames((calls ?? []).flatMap(({ urns }) => urns.slice(0, 1)));
  const privileges = usePrivilegeCatalog();
  if (error !== null)
    return <LoadProblem error={error} what="list the calls of your agents" onRetry={() => void refetch()} />;
  if (calls === undefined) return <Skeleton lines={3} />;
  if (calls.length === 0) return <Soft>No changes yet</Soft>;
  return (
    <Table
      label="Last calls"
      items={calls}
      keyOf={({ time, tool }) => `${String(time)} ${tool}`}
      columns={[
        {
          id: 'what',
          label: 'What',
          render: (call) => (
            <What call={call} nameOf={nameOf} privilegeName={privileges?.nameOf ?? (() => 'a privilege')} />
          ),
        },
        {
          id: 'token',
          label: 'Token',
          isExtra: true,
          render: ({ client, tokenName }) => (
            <Stack gap={1}>
              {tokenName === '' ? <Soft>No longer valid</Soft> : <NameText>{tokenName}</NameText>}
              {client !== '' && <Soft>{client}</Soft>}
            </Stack>
          ),
        },
        { id: 'when', label: 'When', isBrief: true, render: ({ time }) => <Ago time={time} /> },
        {
          id: 'undo',
          label: 'Actions',
          isLabelHidden: true,
          isNumeric: true,
          render: ({ edit }) => edit !== undefined && renderUndo(edit),
        },
      ]}
    />
  );
}

function What({
  call: { entities, reason, refusedFor, tool, urns },
  nameOf,
  privilegeName,
}: {
  readonly call: AgentCall;
  readonly nameOf: (urn: string) => string;
  readonly privilegeName: (privilege: string) => string;
}): ReactNode {
  const [urn] = urns;
  return (
    <Stack gap={1}>
      <Row gap={1}>
        {refusedFor !== undefined && <Badge tone="warn">Refused</Badge>}
        <span>{DEEDS[tool] ?? splitWords(tool)}:</span>
        {entities === 1 && urn !== undefined ? (
          <EntityLink urn={urn} name={nameOf(urn)} />
        ) : (
          counted(entities, 'entity', 'entities')
        )}
      </Row>
      {refusedFor !== undefined && <Soft>It needs the privilege {privilegeName(refusedFor)}.</Soft>}
      {reason !== '' && (
        <Soft>
          <LongText>{reason}</LongText>
        </Soft>
      )}
    </Stack>
  );
}
