import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Facts } from '../../components/data/table.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Notice } from '../../components/feedback/notices.tsx';
import { Panel, Row, Stack } from '../../components/layout/layout.tsx';
import type { StoredPolicy } from '../../shared/policies/policy-data.ts';
import { policySentence, urnsOf, whoOf } from '../../shared/policies/policy-sentence.ts';
import { usePrivilegeCatalog } from '../../shared/policies/privilege-catalog.ts';

/** Read-only view of a built-in policy, with the reason. */
export function PolicyView({ policy }: { readonly policy: StoredPolicy }): ReactNode {
  const catalog = usePrivilegeCatalog();
  const nameOfUrn = useEntityNames(urnsOf(policy));
  return (
    <Stack gap={4}>
      <Notice>
        This policy is built in and cannot be changed: the root user or a built-in role depends on it. Assign
        or remove the role instead, or copy the policy and edit the copy.
      </Notice>
      <Panel label="Policy">
        <Facts
          facts={[
            { label: 'Summary', value: policySentence(policy, nameOfUrn, catalog) },
            { label: 'Description', value: <LongText>{policy.description}</LongText> },
            { label: 'Applies to', value: whoOf(policy, nameOfUrn) },
            {
              label: 'Privileges',
              value: (
                <Row gap={1}>
                  {policy.privileges.map((name) => (
                    <Badge key={name}>{catalog?.nameOf(name) ?? name}</Badge>
                  ))}
                </Row>
              ),
            },
          ]}
        />
      </Panel>
    </Stack>
  );
}
