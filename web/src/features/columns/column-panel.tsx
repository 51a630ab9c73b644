import { Suspense, lazy, type ReactNode } from 'react';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { entityPath } from '../../urls/paths.ts';
import type { SchemaColumn } from './grid/schema-columns.ts';

const ColumnOverview = lazy(async () => ({
  default: (await import('../../shared/columns/column-overview.tsx')).ColumnOverview,
}));

/** What is known about a column of the grid, beside it, with a link to its page. */
export function ColumnPanel({
  column,
  onClose,
}: {
  readonly column: SchemaColumn | undefined;
  readonly onClose: () => void;
}): ReactNode {
  if (column?.urn === undefined) return null;
  return (
    <Dialog
      title={column.shortPath}
      size="side"
      isOpen
      onClose={onClose}
      actions={<ButtonLink to={entityPath(column.urn)}>Open page</ButtonLink>}
    >
      <Stack gap={4}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <ColumnOverview urn={column.urn} />
        </Suspense>
      </Stack>
    </Dialog>
  );
}
