import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from '../class-names.ts';
import './pager.css';

/** Links to the pages of a list: first, last, and those around the one shown. */
export function Pager({
  page,
  pages,
  pathOf,
}: {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly pathOf: (page: number) => string;
}): ReactNode {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages);
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 && (
        <Link href={pathOf(page - 1)} className="button button-quiet" rel="prev">
          Previous
        </Link>
      )}
      {shown.map((n, index) => (
        <span key={n}>
          {index > 0 && n - (shown[index - 1] ?? 0) > 1 && <span className="pager-gap">…</span>}
          <Link
            href={pathOf(n)}
            className={classNames('button', 'button-quiet')}
            aria-label={`Page ${n.toLocaleString('en')}`}
            {...(n === page && { 'aria-current': 'page' as const })}
          >
            {n.toLocaleString('en')}
          </Link>
        </span>
      ))}
      {page < pages && (
        <Link href={pathOf(page + 1)} className="button button-quiet" rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}
