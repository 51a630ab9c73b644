import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { ApiError } from '../../api/api-error.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Page, Stack } from '../../components/layout/layout.tsx';
import { EditOutcome } from '../../features/bulk-edit/edit-outcome.tsx';
import type { EditReport } from '../../shared/edits/edit-report.ts';
import { EditRest } from '../../features/bulk-edit/edit-rest.tsx';
import { useEditWords } from '../../features/bulk-edit/edit-words.ts';
import { EditUndo } from '../../features/bulk-edit/edit-undo.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { useEdit } from '../../features/bulk-edit/use-edit.ts';

/** Whether the edit was stopped or interrupted. A completed undo may have skipped deleted assets. */
function isCutShort({ isFailed, isStopped, left }: EditReport): boolean {
  return left > 0 && (isStopped || isFailed);
}

/** The page of a bulk edit by its number; no other address is one. */
export function EditPage(): ReactNode {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,14}$/.test(id) ? <Edit id={id} /> : <NotFoundPage />;
}

/** Progress and outcome of one bulk edit. */
function Edit({ id }: { readonly id: string }): ReactNode {
  const { error, report } = useEdit(Number(id));
  const isMissing = error instanceof ApiError && error.status === 404;
  const words = useEditWords(report === undefined ? [] : [report]);
  return (
    <Page
      title={`Bulk edit ${id}`}
      lead={report && words.aboutText(report)}
      actions={<ButtonLink to="/edits">Your edits</ButtonLink>}
    >
      {isMissing && (
        <EmptyState title="This is not one of your edits">
          <p>
            People see only their own bulk edits, of which the latest are kept. What an edit changed is in the
            history of each asset.
          </p>
        </EmptyState>
      )}
      {error !== null && !isMissing && <ErrorNotice error={error} />}
      {report === undefined && error === null && <Skeleton lines={6} />}
      {report && (
        <Stack gap={5}>
          <EditOutcome report={report} />
          {report.isOver && isCutShort(report) && <EditRest key={report.id} report={report} />}
          {report.isOver && !report.isTrial && report.changed > 0 && (
            <EditUndo key={`undo ${String(report.id)}`} id={report.id} />
          )}
        </Stack>
      )}
    </Page>
  );
}
