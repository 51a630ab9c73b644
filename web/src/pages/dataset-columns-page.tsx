import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useEntityNames } from '../api/entity-names.ts';
import { Page } from '../components/layout/layout.tsx';
import { ColumnsTab } from '../features/columns/columns-tab.tsx';
import { entityPath, urnOfStep } from '../urls/paths.ts';

/** The columns of a dataset, full width. */
export function DatasetColumnsPage(): ReactNode {
  const urn = urnOfStep(useParams()['urn'] ?? '');
  const name = useEntityNames([urn])(urn);
  return (
    <Page isWide title={`Columns of ${name}`} lead={<Link href={entityPath(urn)}>Go to {name}</Link>}>
      <ColumnsTab urn={urn} />
    </Page>
  );
}
