import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';

/** Button *Undo* of a change that may be long ago, with the reason below it if the undo fails. Disappears once it is undone. */
export function UndoButton<Undone>({
  label,
  about,
  undo,
  undoneText,
  renderFailure,
}: {
  /** Accessible name. */
  readonly label: string;
  /** What is undone: replaces its toasts. */
  readonly about: string;
  readonly undo: () => Promise<Undone>;
  /** What to say when it is undone. */
  readonly undoneText: (undone: Undone) => string;
  readonly renderFailure: (error: Error) => ReactNode;
}): ReactNode {
  const client = useQueryClient();
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: undo,
    onSuccess: async (undone) => {
      showToast(undoneText(undone), undefined, about);
      await client.invalidateQueries();
    },
  });
  if (isSuccess) return null;
  return (
    <Stack gap={1}>
      <Row>
        <Button
          label={label}
          isPending={isPending}
          onPress={() => {
            mutate();
          }}
        >
          Undo
        </Button>
      </Row>
      {error !== null && renderFailure(error)}
    </Stack>
  );
}
