import type { ReactNode } from 'react';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';

/** Breadcrumbs of an ingestion source's page. */
export function SourceBreadcrumbs(): ReactNode {
  const steps = [
    { to: '/operations', text: 'Operations' },
    { to: '/ingestion', text: 'Ingestion' },
  ];
  return <Breadcrumbs steps={steps} />;
}
