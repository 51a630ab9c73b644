import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import type { EditReport } from '../../shared/edits/edit-report.ts';
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
      <OutdatedNote run={run} />
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

/** Says that values changed after the dry run: it is a new one, or the edit did something else than it showed. */
export function OutdatedNote({
  run: { differsFrom, isOutdated, report },
}: Pick<EditRunProps, 'run'>): ReactNode {
  if (differsFrom !== undefined && report !== undefined) {
    return (
      <Notice tone="warn">
        <p>Values changed after you compared. {differenceText(report, differsFrom)}</p>
      </Notice>
    );
  }
  if (!isOutdated || report?.isTrial !== true) return null;
  return (
    <Notice tone="warn">
      <p>Values changed since you compared, so nothing was changed. This is what would change now.</p>
    </Notice>
  );
}

function differenceText(done: EditReport, compared: EditReport): string {
  if (done.changed === compared.changed) return 'Below is what was done.';
  return `${counted(done.changed, 'asset')} changed, not ${compared.changed.toLocaleString('en')} as shown. Below is what was done.`;
}

/** Action after the dry run: apply the changes, or, once started, open the edit's page. */
export function EditRunAction({
  run: { apply, isCompared, isRunning, report },
  body,
  onApply,
}: EditRunProps & { readonly onApply?: () => void }): ReactNode {
  if (report === undefined) return null;
  if (!report.isTrial) return <ButtonLink to={`/edits/${String(report.id)}`}>Open edit</ButtonLink>;
  if (!isCompared || report.changed === 0) return null;
  return (
    <Button
      look="primary"
      isPending={isRunning}
      onPress={() => {
        onApply?.();
        apply(body);
      }}
    >
      Change {counted(report.changed, 'asset')}
    </Button>
  );
}
