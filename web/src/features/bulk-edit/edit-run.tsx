import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { EditOutcome } from './edit-outcome.tsx';
import type { useEditRun } from './use-edit.ts';

interface EditRunProps {
  readonly run: ReturnType<typeof useEditRun>;
  /** Request that starts the edit after the dry run. */
  readonly body: object;
}

/** An edit on a page: errors, next action, and outcome. */
export function EditRun({ run, body }: EditRunProps): ReactNode {
  return (
    <Stack>
      {run.error !== null && <ErrorNotice error={run.error} />}
      {run.report && (
        <>
          <Row>
            <EditRunAction run={run} body={body} />
          </Row>
          <EditOutcome report={run.report} isPressed />
        </>
      )}
    </Stack>
  );
}

/** Action after the dry run: apply the changes, or, once started, open the edit's page. */
export function EditRunAction({
  run: { isCompared, isRunning, report, start },
  body,
}: EditRunProps): ReactNode {
  if (report === undefined) return null;
  if (!report.isTrial) return <ButtonLink to={`/edits/${String(report.id)}`}>Open edit</ButtonLink>;
  if (!isCompared || report.changed === 0) return null;
  return (
    <Button
      look="primary"
      isPending={isRunning}
      onPress={() => {
        start(body);
      }}
    >
      Change {counted(report.changed, 'asset')}
    </Button>
  );
}
