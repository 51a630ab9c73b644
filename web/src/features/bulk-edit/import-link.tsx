import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/controls/button.tsx';
import { useBulkEditRight } from '../../shared/rights/use-edit-right.ts';

/** Link to the import of a table, for people who may edit some asset. */
export function ImportLink(): ReactNode {
  if (useBulkEditRight().state !== 'allowed') return null;
  return <ButtonLink to="/import">Import a table</ButtonLink>;
}
