import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icons/icon.tsx';
import type { Right } from './right.ts';

/**
 * A quiet button that starts an edit; a pencil unless it has a text. Renders nothing without the right to the edit: one line
 * below the title of the page says so for all of them.
 */
export function EditButton({
  right,
  label,
  onPress,
  children = <Icon name="edit" />,
  autoFocus = false,
}: {
  readonly right: Right;
  /** Accessible name; must start with the visible text. */
  readonly label: string;
  readonly onPress: () => void;
  readonly children?: ReactNode;
  readonly autoFocus?: boolean;
}): ReactNode {
  if (right.state !== 'allowed') return null;
  return (
    <Button look="quiet" label={label} onPress={onPress} autoFocus={autoFocus}>
      {children}
    </Button>
  );
}

/** A quiet button that starts a proposal, for people who may not edit. */
export function ProposeButton({
  name,
  onPress,
  autoFocus = false,
}: {
  /** What would change, in the middle of a sentence. */
  readonly name: string;
  readonly onPress: () => void;
  readonly autoFocus?: boolean;
}): ReactNode {
  return (
    <Button look="quiet" label={`Propose a change of ${name}`} onPress={onPress} autoFocus={autoFocus}>
      Propose
    </Button>
  );
}
