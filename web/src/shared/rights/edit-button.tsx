import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ReasonedButton } from '../policies/reasoned-button.tsx';
import type { Right } from './right.ts';

/** A quiet button that starts an edit; disabled with a reason without the right to it. Renders nothing until that is known. */
export function EditButton({
  right,
  label,
  onPress,
  children = 'Edit',
  autoFocus = false,
}: {
  readonly right: Right;
  /** Accessible name; must start with the visible text. */
  readonly label: string;
  readonly onPress: () => void;
  readonly children?: string;
  readonly autoFocus?: boolean;
}): ReactNode {
  if (right.state === 'unknown') return null;
  if (right.state === 'refused') {
    return (
      <ReasonedButton look="quiet" reason={right.reason} label={label}>
        {children}
      </ReasonedButton>
    );
  }
  return (
    <Button look="quiet" label={label} onPress={onPress} autoFocus={autoFocus}>
      {children}
    </Button>
  );
}
