import type { ReactNode } from 'react';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Section } from '../../components/layout/section.tsx';
import { numberText } from '../../components/number-text.ts';
import { editToEnd, type EditReport } from '../../shared/edits/edit-report.ts';
import { UndoButton } from '../../shared/undo/undo-button.tsx';

/** Takes back what an approval has written. */
export function UndoApproval({ runId }: { readonly runId: string }): ReactNode {
  return (
    <Section title="Undo">
      <p>Takes back what the approval wrote, except where somebody has changed it since.</p>
      <UndoButton
        label="Undo the approval"
        about={runId}
        undo={() => editToEnd({ run: runId })}
        undoneText={undoneText}
        renderFailure={(error) => <ErrorNotice error={error} />}
      />
    </Section>
  );
}

function undoneText({ changed, failed }: EditReport): string {
  if (failed > 0)
    return `${numberText(changed)} of ${numberText(changed + failed)} parts are as before. The others were changed since, or you may not change them.`;
  return changed === 0 ? 'There was nothing left to undo.' : 'Everything is as it was before the approval.';
}
