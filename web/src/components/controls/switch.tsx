import type { ReactNode } from 'react';
import './switch.css';

/** An on/off setting that takes effect at once. */
export function Switch({
  children,
  isSelected,
  onChange,
  isDisabled = false,
}: {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}): ReactNode {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        className="visually-hidden"
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
      <span className="switch-track" aria-hidden="true" />
      {children}
    </label>
  );
}
