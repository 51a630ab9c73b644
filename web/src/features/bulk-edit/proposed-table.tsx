import { useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button, ButtonLink } from '../../components/controls/button.tsx';
import { ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import type { EditReport } from '../../shared/edits/edit-report.ts';
import { ReasonField } from '../../shared/proposals/reason-field.tsx';
import { usePropose } from '../../shared/proposals/use-propose.ts';
import { proposalPath } from '../../urls/paths.ts';
import { EditOutcome } from './edit-outcome.tsx';
import { useEditWords } from './edit-words.ts';
import type { useEditRun } from './use-edit.ts';

/** What a table would change if somebody approved it, and the form that proposes it. */
export function ProposedTable({
  run: { error, isCompared, report },
  csv,
  fileName,
}: {
  readonly run: Pick<ReturnType<typeof useEditRun>, 'error' | 'isCompared' | 'report'>;
  readonly csv: string;
  readonly fileName: string;
}): ReactNode {
  return (
    <Stack>
      {error !== null && <ErrorNotice error={error} />}
      {report !== undefined && isCompared && !report.isStopped && (
        <ProposeTable key={report.id} report={report} csv={csv} fileName={fileName} />
      )}
      {report !== undefined && <EditOutcome report={report} isPressed />}
    </Stack>
  );
}

/** Title, reason and *Propose*; afterwards the way to the proposal. */
function ProposeTable({
  report,
  csv,
  fileName,
}: {
  readonly report: EditReport;
  readonly csv: string;
  readonly fileName: string;
}): ReactNode {
  const { about, changed, failed } = report;
  const { fieldName } = useEditWords([report]);
  const [given, setTitle] = useState<string>();
  const [reason, setReason] = useState('');
  const { mutate, isPending, error, data } = usePropose(() => undefined);
  if (data !== undefined) {
    return (
      <Notice tone="good">
        <p>{data.title} is proposed. Nothing changes until somebody approves it.</p>
        <Row>
          <ButtonLink to={proposalPath(data.id)}>Open the proposal</ButtonLink>
        </Row>
      </Notice>
    );
  }
  if (failed > 0) {
    return (
      <Notice tone="warn">
        <p>A table is proposed as a whole. Correct or remove the refused rows, and choose the file again.</p>
      </Notice>
    );
  }
  if (changed === 0) return null;
  const fields = about.kind === 'file' ? about.fields.map(fieldName).join(', ') : fileName;
  const title = given ?? `${fields} of ${counted(changed, 'asset')}`;
  return (
    <>
      <TextField label="Title" value={title} onChange={setTitle} isRequired />
      <ReasonField reason={reason} onChange={setReason} />
      {error !== null && <ErrorNotice error={error} />}
      <Row>
        <Button
          look="primary"
          isDisabled={title.trim() === ''}
          isPending={isPending}
          onPress={() => mutate({ title: title.trim(), reason, edit: { csv }, about: 'table' })}
        >
          Propose
        </Button>
      </Row>
    </>
  );
}
