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
      <EmptyState title="No schema yet">
        <p>
          The schema of this dataset has not been ingested. Run its ingestion, or send the aspect
          schemaMetadata.
        </p>
      </EmptyState>
    );
  }
  return <ColumnsGrid dataset={urn} columns={columns.data} properties={properties.data} />;
}
