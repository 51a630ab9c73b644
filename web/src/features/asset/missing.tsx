import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { UndoDeletion } from './undo-deletion.tsx';

/** Shown if the entity does not exist or the person may not see it; a different message would reveal that it exists. */
export function Missing({ urn }: { readonly urn: string }): ReactNode {
  return (
    <Page title="Not found">
      <UndoDeletion urn={urn} />
      <EmptyState
        title="This entity does not exist, or you don’t have access"
        actions={<ButtonLink to="/search">Search the catalog</ButtonLink>}
      >
        <p>Check the address, or ask an administrator for access.</p>
      </EmptyState>
    </Page>
  );
}
