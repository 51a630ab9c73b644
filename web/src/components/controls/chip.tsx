import type { ReactNode } from 'react';
import './chip.css';

/** Chips beside each other. */
export function Chips({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="chips" role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Something chosen that a button takes away. */
export function Chip({
  text,
  onRemove,
}: {
  readonly text: string;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <span className="chip">
      <span className="chip-text" dir="auto" title={text}>
        {text}
      </span>
      <button type="button" className="chip-remove" aria-label={`Remove ${text}`} onClick={onRemove}>
        <span aria-hidden="true">✕</span>
      </button>
    </span>
  );
}
