import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './toggles.css';

/** A choice that is on or off. */
export interface Toggle {
  readonly label: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

/** Choices in a row, each switched by one press. */
export function Toggles({
  label,
  toggles,
}: {
  readonly label: string;
  readonly toggles: readonly Toggle[];
}): ReactNode {
  return (
    <div className="toggles" role="group" aria-label={label}>
      {toggles.map(({ label: text, isOn, onPress }) => (
        <Button key={text} isPressed={isOn} onPress={onPress}>
          {text}
        </Button>
      ))}
    </div>
  );
}
