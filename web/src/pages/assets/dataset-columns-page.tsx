import type { ReactNode } from 'react';
import { ColumnsTab } from '../../features/columns/columns-tab.tsx';
import { PartPage } from './part-page.tsx';

/** The columns of a dataset, at the full width of the window. */
export function DatasetColumnsPage(): ReactNode {
  return <PartPage isWide title="Columns" part={ColumnsTab} />;
}
