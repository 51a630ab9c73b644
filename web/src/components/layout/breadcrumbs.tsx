import type { ReactNode } from 'react';
import { Link } from 'wouter';
import './breadcrumbs.css';
import { NameText } from '../text/name-text.tsx';

/** Ancestors of a page, outermost first. */
export function Breadcrumbs({
  steps,
}: {
  readonly steps: readonly {
    readonly to: string;
    readonly text: string;
    readonly icon?: ReactNode;
  }[];
}): ReactNode {
  if (steps.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol role="list">
        {steps.map(({ to, text, icon }) => (
          <li key={to}>
            <Link href={to} {...(icon !== undefined && { className: 'with-icon' })}>
              {icon}
              <NameText>{text}</NameText>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
