import type { ReactNode } from 'react';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';

/** The way up from the page of an ingestion source. */
export function SourceBreadcrumbs(): ReactNode {
  const steps = [
    { to: '/operations', text: 'Operations' },
    { to: '/ingestion', text: 'Ingestion' },
  ];
  return <Breadcrumbs steps={steps} />;
}
