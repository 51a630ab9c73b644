import type { ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { Button } from '../controls/button.tsx';
import './tree.css';

/** A list of entries, some of which can be expanded to show their children. */
export function Tree({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ul className="tree" role="list" aria-label={withMarks(label)}>
      {children}
    </ul>
  );
}

/** An entry of a tree; a leaf if it has no `onToggle`. */
export function TreeEntry({
  name,
  title,
  about,
  aside,
  isOpen = false,
  onToggle,
  children,
}: {
  /** Name as text, for the label of the expand button. */
  readonly name: string;
  readonly title: ReactNode;
  /** One line about it. */
  readonly about?: string;
  readonly aside?: ReactNode;
  readonly isOpen?: boolean;
  readonly onToggle?: () => void;
  /** Child entries, shown while it is expanded. */
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <li className="tree-entry">
      <div className="tree-line">
        {onToggle ? (
          <Button
            look="quiet"
            label={`${isOpen ? 'Close' : 'Open'} ${name}`}
            isExpanded={isOpen}
            onPress={onToggle}
          >
            <svg
              className={isOpen ? 'tree-mark tree-mark-open' : 'tree-mark'}
              viewBox="0 0 16 16"
              aria-hidden="true"
            >
              <path d="m6 4 4 4-4 4" />
            </svg>
          </Button>
        ) : (
          <span className="tree-gap" />
        )}
        <span className="tree-title" dir="auto">
          {withMarks(title)}
        </span>
        {about !== undefined && (
          <span className="tree-about" dir="auto" title={withMarks(about)}>
            {withMarks(about)}
          </span>
        )}
        {aside !== undefined && <span className="tree-aside">{aside}</span>}
      </div>
      {isOpen && children}
    </li>
  );
}
