import type { ReactNode } from 'react';
import { ButtonLink } from '../components/controls/button.tsx';
import { EmptyState } from '../components/feedback/notices.tsx';
import { Page } from '../components/layout/layout.tsx';

/** Page for unknown addresses. */
export function NotFoundPage(): ReactNode {
  return (
    <Page title="Page not found">
      <EmptyState
        title="This page does not exist"
        actions={<ButtonLink to="/search">Search the catalog</ButtonLink>}
      >
        <p>Check the address, or search the catalog.</p>
      </EmptyState>
    </Page>
  );
}
