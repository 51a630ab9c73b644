import type { ReactNode } from 'react';
import { Link } from 'wouter';
import './breadcrumbs.css';

/** Ancestors of a page, outermost first. */
export function Breadcrumbs({
  steps,
}: {
  readonly steps: readonly { readonly to: string; readonly text: string }[];
}): ReactNode {
  if (steps.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol role="list">
        {steps.map(({ to, text }) => (
          <li key={to}>
            <Link href={to}>
              <bdi>{text}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
