import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import './pair-row.css';

/** Two fields and buttons in one line; on a narrow screen the fields are above each other. */
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
  /** Which of the buttons is to take the focus; absent, or if it cannot be pressed: the first field. */
  readonly focusedButton?: number | undefined;
  /** Given while the row is to take the focus; called when it has it. */
  readonly onFocused?: (() => void) | undefined;
}): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (onFocused === undefined) return;
    const fields = [...(row.current?.querySelectorAll('input') ?? [])];
    const button = row.current?.querySelectorAll('button')[focusedButton ?? -1];
    const target = button?.disabled === false ? button : fields[0];
    // Keys that move a row leave the focus in the field where they were pressed.
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
