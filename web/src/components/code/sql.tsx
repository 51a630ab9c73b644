import { useRef, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { Folded } from '../lists/folded.tsx';
import './sql.css';
import { useOverflows } from '../data/use-overflows.ts';

/** A query as it was written; a long one is folded. */
export function Sql({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const frame = useRef<HTMLPreElement>(null);
  const overflows = useOverflows(frame);
  return (
    <Folded>
      {/* Focusable only if it can scroll. */}
      <pre
        ref={frame}
        className="sql"
        aria-label={withMarks(label)}
        {...(overflows && { tabIndex: 0, role: 'group' })}
      >
        <code>{text.trim()}</code>
      </pre>
    </Folded>
  );
}
