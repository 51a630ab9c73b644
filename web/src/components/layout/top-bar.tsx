import type { ReactNode } from 'react';
import { SkipLink } from './skip-link.tsx';
import './top-bar.css';

/**
 * The bar at the top of every page, with a link that skips it: mark, sections, search and account on one row. On a narrow
 * screen the sections are in a menu.
 */
export function TopBar({
  home,
  menu,
  sections,
  search,
  account,
}: {
  readonly home: ReactNode;
  /** The sections as a menu, for a narrow screen. */
  readonly menu: ReactNode;
  readonly sections: ReactNode;
  readonly search: ReactNode;
  readonly account: ReactNode;
}): ReactNode {
  return (
    <header className="top-bar">
      <SkipLink to="#content h1">Skip to content</SkipLink>
      <div className="top-row">
        <div className="top-menu">{menu}</div>
        <div className="top-home">{home}</div>
        <nav className="top-sections" aria-label="Sections">
          {sections}
        </nav>
        <div className="top-search">{search}</div>
        <div className="top-account">{account}</div>
      </div>
    </header>
  );
}
