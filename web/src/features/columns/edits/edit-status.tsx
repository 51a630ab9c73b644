import type { ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Table } from '../../../components/data/table.tsx';
import { Notice, Progress } from '../../../components/feedback/notices.tsx';
import { Row, Stack } from '../../../components/layout/layout.tsx';
import { cellText } from '../grid/cell-text.ts';
import { cellName, type CellEdit } from './plan-edits.ts';
import type { Edits } from './use-edits.ts';

/** Maximum failures that are listed; all are counted and retried. */
const LISTED = 100;

/** Progress of changes, and the failed ones. */
export function EditStatus({
  edits: { work, unfinished, dismiss },
  onRetry,
}: {
  readonly edits: Edits;
  /** Retries the changes that failed or were not attempted, regardless of the cells' current values. */
  readonly onRetry: (edits: readonly CellEdit[]) => void;
}): ReactNode {
  if (work) {
    return (
      <Row spread>
        <Progress label="Changing cells" done={work.tried} total={work.total} />
        <Button onPress={work.stop}>Stop</Button>
      </Row>
    );
  }
  if (!unfinished) return null;
  const { done, failed, left } = unfinished;
  const again = [...failed.map(({ edit }) => edit), ...left];
  return (
    <Notice tone="bad">
      <Stack>
        <p>
          {counted(done.length, 'cell')} changed
          {failed.length > 0 && `, ${counted(failed.length, 'cell')} not changed`}
          {left.length > 0 && `, ${counted(left.length, 'cell')} not attempted`}.
        </p>
        {failed.length > 0 && (
          <Table
            label="Cells that were not changed"
            columns={[
              { id: 'cell', label: 'Cell', render: ({ edit }) => cellName(edit.column, edit.definition) },
              {
                id: 'value',
                label: 'New value',
                render: ({ edit }) => shortened(cellText(edit.definition, edit.after)),
              },
              { id: 'reason', label: 'Reason', render: ({ reason }) => reason },
            ]}
            items={failed.slice(0, LISTED)}
            keyOf={({ edit }) => cellName(edit.column, edit.definition)}
          />
        )}
        {failed.length > LISTED && <p>… and {(failed.length - LISTED).toLocaleString('en')} more.</p>}
        <Row>
          <Button
            onPress={() => {
              onRetry(again);
            }}
          >
            Try {counted(again.length, 'cell')} again
          </Button>
          <Button look="quiet" onPress={dismiss}>
            Dismiss
          </Button>
        </Row>
      </Stack>
    </Notice>
  );
}

/** The beginning of a long text. */
export function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
