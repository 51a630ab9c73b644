import type { ReactNode } from 'react';
import { Stack } from '../../components/layout/layout.tsx';
import { ComparedRun } from './compared-run.tsx';

/** Undoes an edit: a dry run, then another edit. */
export function EditUndo({ id }: { readonly id: number }): ReactNode {
  return (
    <section aria-label="Undo">
      <Stack>
        <h2>Undo</h2>
        <p>
          Reverts every change that nobody has changed since. The undo is itself an edit and can be undone.
        </p>
        <ComparedRun body={{ undo: id }} label="Preview undo" />
      </Stack>
    </section>
  );
}
