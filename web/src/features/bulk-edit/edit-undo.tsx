import type { ReactNode } from 'react';
import { Stack } from '../../components/layout/layout.tsx';
import { ComparedRun } from './compared-run.tsx';

/** Takes an edit back: compares that first, and runs it as a further edit. */
export function EditUndo({ id }: { readonly id: number }): ReactNode {
  return (
    <section aria-label="Undo">
      <Stack>
        <h2>Undo</h2>
        <p>
          Everything is taken back that nobody has changed since. That is an edit, too, and can be undone.
        </p>
        <ComparedRun body={{ undo: id }} label="Compare the undo" />
      </Stack>
    </section>
  );
}
