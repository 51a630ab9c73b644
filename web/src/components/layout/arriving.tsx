import { useEffect, useRef, useState, type ReactNode } from 'react';
import './layout.css';

/** The result of what was pressed: takes the focus when it appears, in place of the control that is no longer there. */
export function Arriving({
  isPressed = true,
  children,
}: {
  /** Whether something was pressed; else the focus stays where it is. */
  readonly isPressed?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const result = useRef<HTMLDivElement>(null);
  const [takesFocus] = useState(isPressed);
  useEffect(() => {
    if (takesFocus) result.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={result} className="arriving" tabIndex={-1}>
      {children}
    </div>
  );
}
