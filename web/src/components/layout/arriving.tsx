import { useEffect, useRef, type ReactNode } from 'react';
import './layout.css';

/** The result of what was pressed: takes the focus when it appears, in place of the control that is no longer there. */
export function Arriving({ children }: { readonly children: ReactNode }): ReactNode {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    result.current?.focus();
  }, []);
  return (
    <div ref={result} className="arriving" tabIndex={-1}>
      {children}
    </div>
  );
}
