import type { ReactNode } from 'react';
import { Button, RefusedButton } from '../../components/controls/button.tsx';
import type { BulkEditSelection } from '../../shared/search/bulk-edit-selection.ts';
import {
  useBulkEditRight,
  useMayProposeAnywhere,
  useSelectionRight,
} from '../../shared/rights/use-edit-right.ts';

/**
 * Opens the edit dialog for selected assets; for people who may edit none of these, to propose changes. Disabled with a reason for those who
 * may edit others but not propose, absent for those who may do neither.
 */
export function EditSelectedButton({
  assets,
  onPress,
}: {
  readonly assets: BulkEditSelection;
  readonly onPress: () => void;
}): ReactNode {
  const anywhere = useBulkEditRight();
  const right = useSelectionRight('urns' in assets ? assets.urns : []);
  const mayPropose = useMayProposeAnywhere();
  if (mayPropose && right.state === 'refused') return <Button onPress={onPress}>Propose a change</Button>;
  if (anywhere.state === 'refused') return null;
  if (right.state === 'refused') return <RefusedButton reason={right.reason}>Edit selected</RefusedButton>;
  return (
    <Button onPress={onPress} isDisabled={right.state === 'unknown'}>
      Edit selected
    </Button>
  );
}
