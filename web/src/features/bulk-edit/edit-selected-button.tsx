import type { ReactNode } from 'react';
import { Button, RefusedButton } from '../../components/controls/button.tsx';
import type { BulkEditSelection } from '../../shared/search/bulk-edit-selection.ts';
import { useBulkEditRight, useSelectionRight } from '../../shared/rights/use-edit-right.ts';

/** Opens the edit dialog for selected assets, for people who may edit some asset; disabled with a reason if these are others. */
export function EditSelectedButton({
  assets,
  onPress,
}: {
  readonly assets: BulkEditSelection;
  readonly onPress: () => void;
}): ReactNode {
  const anywhere = useBulkEditRight();
  const right = useSelectionRight('urns' in assets ? assets.urns : []);
  if (anywhere.state === 'refused') return null;
  if (right.state === 'refused') return <RefusedButton reason={right.reason}>Edit selected</RefusedButton>;
  return (
    <Button onPress={onPress} isDisabled={right.state === 'unknown'}>
      Edit selected
    </Button>
  );
}
