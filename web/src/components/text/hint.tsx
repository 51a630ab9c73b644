import { useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './hint.css';

/** Shows a text below its content while the pointer is over it or something in it has the focus; Escape hides it. */
export function Hint({
  text,
  children,
}: {
  readonly text: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const [isClosed, setClosed] = useState(false);
  const open = (): void => {
    setClosed(false);
  };
  return (
    <span
      className={classNames('hint', isClosed && 'hint-closed')}
      onPointerLeave={open}
      onBlur={open}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setClosed(true);
      }}
    >
      {children}
      <span className="hint-tip" role="tooltip">
        {text}
      </span>
    </span>
  );
}
