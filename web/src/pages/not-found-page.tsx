import type { ReactNode } from 'react';
import { ButtonLink } from '../components/controls/button.tsx';
import { EmptyState } from '../components/feedback/notices.tsx';
import { Page } from '../components/layout/layout.tsx';

/** Any address that the interface does not have. */
export function NotFoundPage(): ReactNode {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is nothing at this address"
        actions={<ButtonLink to="/search">Search the catalog</ButtonLink>}
      >
        <p>The address may be incomplete, or what it names may have been removed.</p>
      </EmptyState>
    </Page>
  );
}
