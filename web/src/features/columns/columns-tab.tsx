import { ButtonLink } from '../../components/controls/button.tsx';
import type { ReactNode } from 'react';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { ColumnsGrid } from './columns-grid.tsx';
import { useColumnProperties } from './grid/cell-definition.ts';
import { useSchemaColumns } from './grid/schema-columns.ts';

/** The columns of a dataset in an editable grid. */
export function ColumnsTab({ urn }: { readonly urn: string }): ReactNode {
  const columns = useSchemaColumns(urn);
  const properties = useColumnProperties(urn);
  const error = columns.error ?? properties.error;
  if (!columns.data || !properties.data) {
    return error ? <ErrorNotice error={error} /> : <Skeleton lines={12} label="Loading columns" />;
  }
  if (columns.data.length === 0) {
    return (
      <EmptyState
        title="No columns yet"
        actions={<ButtonLink to="/docs/ingestion">How ingestion works</ButtonLink>}
      >
        <p>The columns arrive when the source of this dataset is ingested.</p>
      </EmptyState>
    );
  }
  return <ColumnsGrid dataset={urn} columns={columns.data} properties={properties.data} />;
}
