import type { ReactNode } from 'react';
import { ButtonLink, RefusedButton } from '../../components/controls/button.tsx';
import { useBulkEditRight } from '../../shared/rights/use-edit-right.ts';

/** Link to the import of a table; disabled with a reason without the right to it. Renders nothing until that is known. */
export function ImportLink(): ReactNode {
  const right = useBulkEditRight();
  if (right.state === 'unknown') return null;
  if (right.state === 'refused')
    return <RefusedButton reason={right.reason.text}>Import a table</RefusedButton>;
  return <ButtonLink to="/import">Import a table</ButtonLink>;
}
