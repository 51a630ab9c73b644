import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notices.tsx';
import { Row } from '../../components/layout/layout.tsx';

/** Edit conflict: shows what someone else saved beside the person's own change, and offers to keep either. */
export function Conflict({
  name,
  theirs,
  mine,
  isPending,
  onKeepTheirs,
  onSaveMine,
}: {
  /** Name of what both changed. */
  readonly name: string;
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
  readonly isPending: boolean;
  readonly onKeepTheirs: () => void;
  readonly onSaveMine: () => void;
}): ReactNode {
  return (
    <Notice tone="bad">
      <p>Someone else changed {name} while you edited it.</p>
      <div>Saved by them: {theirs}</div>
      <div>Yours: {mine}</div>
      <Row>
        <Button onPress={onKeepTheirs}>Keep theirs</Button>
        <Button onPress={onSaveMine} isPending={isPending}>
          Replace with mine
        </Button>
      </Row>
    </Notice>
  );
}
