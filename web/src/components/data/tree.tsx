import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import './tree.css';

/** A list of entries, of which some can be opened to show what is below them. */
export function Tree({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ul className="tree" role="list" aria-label={label}>
      {children}
    </ul>
  );
}

/** An entry of a tree; without `onToggle` nothing is below it. */
export function TreeEntry({
  name,
  title,
  about,
  aside,
  isOpen = false,
  onToggle,
  children,
}: {
  /** Text of the name, for the button that opens the entry. */
  readonly name: string;
  readonly title: ReactNode;
  /** One line about it. */
  readonly about?: string;
  readonly aside?: ReactNode;
  readonly isOpen?: boolean;
  readonly onToggle?: () => void;
  /** What is below it, while it is open. */
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
          {title}
        </span>
        {about !== undefined && (
          <span className="tree-about" dir="auto" title={about}>
            {about}
          </span>
        )}
        {aside !== undefined && <span className="tree-aside">{aside}</span>}
      </div>
      {isOpen && children}
    </li>
  );
}
