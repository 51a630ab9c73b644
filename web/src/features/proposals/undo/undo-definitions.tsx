import type { ReactNode } from 'react';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { undoFailureText, undoPlan, undoneText } from '../../../shared/plans/undo-plan.ts';
import { UndoButton } from '../../../shared/undo/undo-button.tsx';

/** Takes back the definitions of an approval, with the values that they cleared. `commit`: of the approval. */
export function UndoDefinitions({ commit }: { readonly commit: number }): ReactNode {
  return (
    <Section title="Undo">
      <p>Takes back the definitions, and gives back the values that they cleared.</p>
      <UndoButton
        label="Undo the approval"
        about={`commit ${commit}`}
        undo={() => undoPlan(commit)}
        undoneText={(undone) => undoneText('The definition', undone)}
        renderFailure={(error) => <Notice tone="warn">{undoFailureText(error)}</Notice>}
      />
    </Section>
  );
}
