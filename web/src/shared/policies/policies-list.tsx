import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { ListPager } from '../../components/controls/pager.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import type { ListState } from '../../urls/list-state.ts';
import { ListSearch } from '../entities/list-search.tsx';
import { PAGE_SIZE, usePolicies } from './policy-data.ts';
import { policySentence, urnsOf } from './policy-sentence.ts';
import { usePrivilegeCatalog } from './privilege-catalog.ts';

/** Address of the page of a policy. */
export function policyPath(urn: string): string {
  return `/policies/${encodeURIComponent(urn)}`;
}

/** All policies, each summarized in a sentence. */
export function PoliciesList({
  state,
  onState,
}: {
  readonly state: ListState;
  readonly onState: (state: ListState, options?: { readonly replace?: boolean }) => void;
}): ReactNode {
  const { data, error, refetch } = usePolicies(state.q, state.start, true);
  const catalog = usePrivilegeCatalog();
  const nameOfUrn = useEntityNames((data?.policies ?? []).flatMap(urnsOf));
  return (
    <Stack>
      <Row>
        <ListSearch
          label="Search policies"
          q={state.q}
          found={data?.total}
          onSearch={(q) => {
            onState({ ...state, q, start: 0 }, { replace: true });
          }}
        />
      </Row>
      {error !== null && <LoadProblem error={error} what="list policies" onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data?.policies.length === 0 && (
        <EmptyState title={state.q === '' ? 'No policies yet' : 'No policies match'}>
          <p>
            {state.q === '' ? 'Without policies, only the root user has rights.' : 'Try part of the name.'}
          </p>
        </EmptyState>
      )}
      {data !== undefined && data.policies.length > 0 && (
        <Table
          label="Policies"
          items={data.policies}
          keyOf={({ urn }) => urn}
          columns={[
            {
              id: 'policy',
              label: 'Policy',
              render: (policy) => (
                <Stack gap={1}>
                  <Link href={policyPath(policy.urn)}>
                    <NameText>{policy.name}</NameText>
                  </Link>
                  <Soft>{policySentence(policy, nameOfUrn, catalog)}</Soft>
                </Stack>
              ),
            },
            {
              id: 'state',
              label: 'State',
              render: ({ state: policyState, isEditable }) => (
                <Row gap={1}>
                  {policyState === 'ACTIVE' ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>}
                  {!isEditable && <Badge>Built in</Badge>}
                </Row>
              ),
            },
          ]}
        />
      )}
      <ListPager
        label="Pages of policies"
        start={state.start}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onStart={(start) => {
          onState({ ...state, start });
        }}
      />
    </Stack>
  );
}
