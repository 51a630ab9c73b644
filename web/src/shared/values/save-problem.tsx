import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { Row } from '../../components/layout/layout.tsx';

/** Why a save failed. For an edit conflict: what someone else saved beside the person's own change, and the choice between them. */
export function SaveProblem<Value>({
  error,
  theirs,
  mine,
  name,
  show,
  isPending,
  onKeepTheirs,
  onSaveMine,
}: {
  readonly error: Error | null;
  /** What someone else saved; undefined if the error is no conflict. */
  readonly theirs: { readonly current: Value } | undefined;
  readonly mine: Value;
  /** Name of what both changed. */
  readonly name: string;
  readonly show: (value: Value) => ReactNode;
  readonly isPending: boolean;
  readonly onKeepTheirs: () => void;
  /** Replaces `theirs`. */
  readonly onSaveMine: (theirs: Value) => void;
}): ReactNode {
  if (theirs === undefined) return error !== null && <ErrorNotice error={error} />;
  return (
    <Notice tone="bad">
      <p>Someone else changed {name} while you edited it.</p>
      <div>Saved by them: {show(theirs.current)}</div>
      <div>Yours: {show(mine)}</div>
      <Row>
        <Button onPress={onKeepTheirs}>Keep theirs</Button>
        <Button onPress={() => onSaveMine(theirs.current)} isPending={isPending}>
          Replace with mine
        </Button>
      </Row>
    </Notice>
  );
}
