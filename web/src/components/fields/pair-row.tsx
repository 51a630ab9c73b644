import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import './pair-row.css';

/** Two fields and buttons in a row; on a narrow screen the fields are stacked. */
export function PairRow({
  first,
  second,
  buttons,
  onKeyDown,
  focusedButton,
  onFocused,
}: {
  readonly first: ReactNode;
  readonly second: ReactNode;
  readonly buttons: ReactNode;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Index of the button that takes the focus; the first field if absent or disabled. */
  readonly focusedButton?: number | undefined;
  /** Set when the row should take the focus; called once it has. */
  readonly onFocused?: (() => void) | undefined;
}): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (onFocused === undefined) return;
    const fields = [...(row.current?.querySelectorAll('input') ?? [])];
    const button = row.current?.querySelectorAll('button')[focusedButton ?? -1];
    const target = button?.disabled === false ? button : fields[0];
    // Moving a row by keyboard keeps the focus in the same field.
    if (!fields.some((field) => field === document.activeElement)) target?.focus({ preventScroll: true });
    onFocused();
  }, [focusedButton, onFocused]);
  return (
    <div className="pair-row" ref={row} onKeyDown={onKeyDown}>
      <div>{first}</div>
      <div>{second}</div>
      <div className="pair-row-buttons">{buttons}</div>
    </div>
  );
}
