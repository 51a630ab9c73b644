import type { ReactNode } from 'react';
import './top-bar.css';

/** The bar at the top of every page, with a link that skips it. */
export function TopBar({
  home,
  search,
  sections,
  account,
}: {
  readonly home: ReactNode;
  readonly search: ReactNode;
  readonly sections: ReactNode;
  readonly account: ReactNode;
}): ReactNode {
  return (
    <header className="top-bar">
      <a
        className="skip-link"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#content h1')?.focus();
        }}
      >
        Skip to content
      </a>
      <div className="top-home">{home}</div>
      <div className="top-search">{search}</div>
      <nav className="top-sections" aria-label="Sections">
        {sections}
      </nav>
      <div className="top-account">{account}</div>
    </header>
  );
}
