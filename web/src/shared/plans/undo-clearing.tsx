import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { useMayManage } from '../rights/property-rights.tsx';
import { shortName } from '../../urls/urn.ts';
import { undoFailureText, undoPlan, undoneText } from './undo-plan.ts';

/** Button that takes a breaking edit back, with the values that it cleared. Renders nothing for people who may not. */
export function UndoClearing({
  propertyUrn,
  commit,
}: {
  readonly propertyUrn: string;
  /** The commit of the edit. */
  readonly commit: number;
}): ReactNode {
  const client = useQueryClient();
  const name = shortName(propertyUrn);
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: () => undoPlan(commit),
    onSuccess: async (undone) => {
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
