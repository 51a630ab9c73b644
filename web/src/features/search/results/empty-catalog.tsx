import type { ReactNode } from 'react';
import { ButtonLink } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/feedback/notices.tsx';

/** Shown if the catalog has no assets: where to add some. */
export function EmptyCatalog(): ReactNode {
  return (
    <EmptyState
      title="The catalog has no assets yet"
      actions={
        <ButtonLink to="/" look="primary">
          See the first steps
        </ButtonLink>
      }
    >
      <p>Load the demo, connect a source, or define a property.</p>
    </EmptyState>
  );
}
