import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import './pair-row.css';

/** Two fields and buttons in one line; on a narrow screen the fields are above each other. */
export function PairRow({
  first,
  second,
  buttons,
  onKeyDown,
  onFocused,
}: {
  readonly first: ReactNode;
  readonly second: ReactNode;
  readonly buttons: ReactNode;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Given while the row is to take the focus; called when it has it. */
  readonly onFocused?: (() => void) | undefined;
}): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (onFocused === undefined) return;
    const isWithin =
      row.current?.contains(document.activeElement) === true && document.activeElement?.tagName === 'INPUT';
    if (!isWithin) row.current?.querySelector('input')?.focus({ preventScroll: true });
    onFocused();
  }, [onFocused]);
  return (
    <div className="pair-row" ref={row} onKeyDown={onKeyDown}>
      <div>{first}</div>
      <div>{second}</div>
      <div className="pair-row-buttons">{buttons}</div>
    </div>
  );
}
