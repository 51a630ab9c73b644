import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { Row, Stack } from '../../../components/layout/layout.tsx';
import { useMayManage } from '../../../shared/rights/property-rights.tsx';
import { propertyName } from '../definition/stored-property.ts';
import { undoFailureText, undoPlan, undoneText } from '../plan/undo-plan.ts';
import { commitOf, type Clearing } from './clearings.ts';

/** Button that takes a breaking edit back, with the values that it cleared. Renders nothing for people who may not. */
export function UndoClearing({ clearing }: { readonly clearing: Clearing }): ReactNode {
  const client = useQueryClient();
  const name = propertyName(clearing.propertyUrn);
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: async () => {
      const commit = await commitOf(clearing);
      return commit === undefined ? undefined : undoPlan(commit);
    },
    onSuccess: async (undone) => {
      if (undone === undefined) return;
      showToast(undoneText(name, undone));
      await client.invalidateQueries();
    },
  });
  if (useMayManage() !== true || isSuccess) return null;
  return (
    <Stack gap={1}>
      <Row>
        <Button
          label={`Undo the change of ${name}`}
          isPending={isPending}
          onPress={() => {
            mutate();
          }}
        >
          Undo
        </Button>
      </Row>
      {error !== null && <Notice tone="bad">{undoFailureText(error)}</Notice>}
    </Stack>
  );
}
