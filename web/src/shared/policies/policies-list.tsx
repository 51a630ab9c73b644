import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Badge } from '../../components/text/badge.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { SearchedList, type ListProps } from '../entities/searched-list.tsx';
import { PAGE_SIZE, usePolicies } from './policy-data.ts';
import { policySentence, urnsOf } from './policy-sentence.ts';
import { usePrivilegeCatalog } from './privilege-catalog.ts';

/** Address of the page of a policy. */
export function policyPath(urn: string): string {
  return `/policies/${encodeURIComponent(urn)}`;
}

/** All policies, each summarized in a sentence. */
export function PoliciesList(list: ListProps): ReactNode {
  const policies = usePolicies(list.state.q, list.state.start, true);
  const catalog = usePrivilegeCatalog();
  const items = policies.data?.policies;
  const nameOfUrn = useEntityNames((items ?? []).flatMap(urnsOf));
  return (
    <SearchedList
      {...list}
      name="Policies"
      query={policies}
      items={items}
      pageSize={PAGE_SIZE}
      none="Without policies, only the root user has rights."
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
          render: ({ state, isEditable }) => (
            <Row gap={1}>
              {state === 'ACTIVE' ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>}
              {!isEditable && <Badge>Built in</Badge>}
            </Row>
          ),
        },
      ]}
    />
  );
}
