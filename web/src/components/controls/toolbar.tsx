import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './toolbar.css';

/**
 * The bar of controls over a list, table or grid. As high as one control, empty or not, so that nothing below moves when buttons
 * appear in it; only on a narrow screen, filters wrap. Labels of fields are beside them.
 */
export function Toolbar({
  children,
  end,
  isChanging = false,
}: {
  /** Controls at the start. New ones belong behind those that make them appear, which then stay under the pointer. */
  readonly children?: ReactNode;
  /** At the end: a count, or the main action. */
  readonly end?: ReactNode;
  /** Whether controls come and go, for instance with a selection: on a narrow screen they scroll sideways instead of wrapping. */
  readonly isChanging?: boolean;
}): ReactNode {
  return (
    <div className={classNames('toolbar', isChanging && 'toolbar-changing')}>
      <div className="toolbar-start">{children}</div>
      {end !== undefined && end !== false && <div className="toolbar-end">{end}</div>}
    </div>
  );
}
