import type { ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { Hint } from '../text/hint.tsx';
import './value-rows.css';

/** A list of {@link ValueRow}s. */
export function ValueRows({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ul className="value-rows" role="list" aria-label={withMarks(label)}>
      {children}
    </ul>
  );
}

/** A row of 36 px with a name and, beside it, a value with the button that edits it. */
export function ValueRow({
  name,
  help,
  children,
  action,
  editor,
  onEdit,
  problem,
}: {
  readonly name: ReactNode;
  /** Shown while the pointer is over the name or a link in it has the focus. */
  readonly help?: string | undefined;
  /** The value. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Replaces value and action. */
  readonly editor?: ReactNode;
  /** Called for a press on the value; the keyboard uses the action. */
  readonly onEdit?: (() => void) | undefined;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
}): ReactNode {
  return (
    <li className="value-row">
      <div className="value-row-name">{help === undefined ? name : <Hint text={help}>{name}</Hint>}</div>
      <div className="value-row-content">
        {editor ?? (
          <>
            <div
              className={classNames('value-row-value', onEdit !== undefined && 'value-row-editable')}
              {...(onEdit !== undefined && {
                onClick: ({ target }) => {
                  const isControl = target instanceof Element && target.closest('a, button') !== null;
                  // Selecting text to copy it is no press.
                  if (!isControl && getSelection()?.isCollapsed !== false) onEdit();
                },
              })}
            >
              {children}
              {problem !== undefined && (
                <span className="value-row-problem">
                  <Icon name="warning" /> {withMarks(problem)}
                </span>
              )}
            </div>
            <div className="value-row-action">{action}</div>
          </>
        )}
      </div>
    </li>
  );
}
