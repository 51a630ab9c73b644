import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorNotice } from '../../../components/feedback/notices.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { Row, Stack } from '../../../components/layout/layout.tsx';
import { useMayManage } from '../../../shared/rights/property-rights.tsx';

const RESTORE = graphql(`
  mutation restoreProperty($urn: String!) {
    batchUpdateSoftDeleted(input: { urns: [$urn], deleted: false })
  }
`);

/** Button that restores a soft-deleted property with all its values, for people who may change definitions. */
export function RestoreButton({ urn, name }: { readonly urn: string; readonly name: string }): ReactNode {
  const may = useMayManage();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => query(RESTORE, { urn }),
    onSuccess: async () => {
      showToast(`${name} and its values restored`, undefined, urn);
      await client.invalidateQueries();
    },
  });
  if (may !== true) return null;
  return (
    <Stack gap={1}>
      <Row>
        <Button
          label={`Restore ${name}`}
          isPending={isPending}
          onPress={() => {
            mutate();
          }}
        >
          Restore
        </Button>
      </Row>
      {error !== null && <ErrorNotice error={error} />}
    </Stack>
  );
}
