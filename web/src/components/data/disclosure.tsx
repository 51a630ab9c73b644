import { useState } from 'react';
import type { ReactNode } from 'react';
import './disclosure.css';

/** A line that opens what is below it, which is built when it is first opened. */
export function Disclosure({
  title,
  note,
  children,
}: {
  readonly title: ReactNode;
  /** Softer text at the end of the line. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      className="disclosure"
      onToggle={(event) => {
        if (event.currentTarget.open) setOpened(true);
      }}
    >
      <summary>
        {title} <span className="disclosure-note">{note}</span>
      </summary>
      {wasOpened && <div className="disclosure-content">{children}</div>}
    </details>
  );
}
