import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { explainPrivileges } from '../../api/explain.ts';
import type { PrivilegeAnswer } from '../../api/explain.ts';
import { graphql } from '../../api/graphql.ts';
import { useMe } from '../../api/me.ts';
import { query } from '../../api/query.ts';
import { Badge } from '../../components/data/badge.tsx';
import { Table } from '../../components/data/table.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { EntityPicker } from '../values/entity-picker.tsx';

const PRIVILEGES = graphql(`
  query entityPrivileges {
    appConfig {
      policiesConfig {
        resourcePrivileges {
          resourceType
          privileges {
            type
            displayName
            description
          }
        }
      }
    }
  }
`);

interface Explained extends PrivilegeAnswer {
  readonly type: string;
  readonly name: string;
  readonly description: string | undefined;
}

const USERS = ['CORP_USER', 'CORP_GROUP'] as const;

/** What the signed-in person, or anybody else whom they may ask about, may do with an entity, and why. */
export function AccessTab({
  urn,
  actor,
  onActor,
}: {
  readonly urn: string;
  /** Urn of the person to ask about; undefined for the signed-in one. */
  readonly actor: string | undefined;
  readonly onActor: (urn: string | undefined) => void;
}): ReactNode {
  const me = useMe();
  const mine = me?.corpUser.urn;
  const asked = actor ?? mine;
  const { data, error } = useQuery({
    queryKey: ['access', asked, urn],
    queryFn: ({ signal }) => explainAll(asked ?? '', urn, signal),
    enabled: asked !== undefined,
  });
  const policies = data?.flatMap(({ policyUrn, nearest }) => [
    policyUrn ?? [],
    ...nearest.map((one) => one.policyUrn),
  ]);
  const nameOf = useEntityNames(policies?.flat() ?? []);
  const canOpenPolicies = me?.platformPrivileges.managePolicies === true;
  return (
    <Stack gap={4}>
      {canOpenPolicies && (
        <Row align="end">
          <EntityPicker
            label="Whose access"
            types={USERS}
            value={asked}
            onChange={(next) => {
              onActor(next === mine ? undefined : next);
            }}
          />
        </Row>
      )}
      {error !== null && <ErrorNotice error={error} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data && (
        <Table
          label="Privileges"
          columns={[
            {
              id: 'privilege',
              label: 'Privilege',
              render: ({ name, description }) => <span title={description}>{name}</span>,
            },
            {
              id: 'allowed',
              label: actor === undefined ? 'May I?' : 'Allowed',
              render: ({ allowed }) => (allowed ? <Badge tone="good">yes</Badge> : <Badge>no</Badge>),
            },
            { id: 'why', label: 'Why', render: (answer) => <Why {...{ answer, nameOf, canOpenPolicies }} /> },
          ]}
          items={data}
          keyOf={({ type }) => type}
        />
      )}
    </Stack>
  );
}

/** The deciding policy; for a refusal those that nearly allow it, with what each lacks. */
function Why({
  answer: { allowed, reason, policyUrn, nearest },
  nameOf,
  canOpenPolicies,
}: {
  readonly answer: Explained;
  readonly nameOf: (urn: string) => string;
  /** Others have no page of a policy to go to. */
  readonly canOpenPolicies: boolean;
}): ReactNode {
  const policy = (urn: string, name: string): ReactNode =>
    canOpenPolicies ? <Link href={entityPath(urn)}>{name}</Link> : name;
  if (policyUrn !== undefined) return policy(policyUrn, nameOf(policyUrn));
  const [closest] = nearest;
  if (allowed || closest === undefined) return reason;
  return (
    <Stack gap={1}>
      <span>{reason}</span>
      <Soft>
        Closest policy: {policy(closest.policyUrn, closest.name)}, but {closest.missing.join('; ')}
      </Soft>
    </Stack>
  );
}

async function explainAll(actorUrn: string, urn: string, signal: AbortSignal): Promise<readonly Explained[]> {
  const { appConfig } = await query(PRIVILEGES, {}, signal);
  const known = appConfig?.policiesConfig?.resourcePrivileges ?? [];
  const named = (type: string): (typeof known)[number] | undefined =>
    known.find(({ resourceType }) => resourceType === type);
  const privileges = (named(entityTypeOf(urn)) ?? named('all'))?.privileges ?? [];
  const questions = privileges.map(({ type: privilege }) => ({ actorUrn, privilege, resourceUrn: urn }));
  const answers = await explainPrivileges(questions, signal);
  return privileges.flatMap(({ type, displayName, description }, index) => {
    const answer = answers[index];
    return answer
      ? [{ ...answer, type, name: displayName ?? type, description: description ?? undefined }]
      : [];
  });
}
