import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { numberText } from '../number-text.ts';
import './pager.css';

type Turn =
  | { /** Address of a page. */ readonly pathOf: (page: number) => string }
  | {
      /** Shows a page, if the list's state is not in the address. */ readonly onPage: (page: number) => void;
    };

/** Links to pages of a list: the first, the last, and those around the current one. Renders nothing for a single page. */
export function Pager({
  page,
  pages,
  label = 'Pages',
  ...turn
}: {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Accessible name, if several lists on the page have pagers. */
  readonly label?: string;
} & Turn): ReactNode {
  if (pages <= 1 && page === 1) return null;
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages);
  return (
    <nav className="pager" aria-label={label}>
      {page > 1 && (
        <Step to={page - 1} turn={turn} rel="prev">
          Previous
        </Step>
      )}
      {shown.map((n, index) => (
        <span key={n}>
          {index > 0 && n - (shown[index - 1] ?? 0) > 1 && <span className="pager-gap">…</span>}
          <Step to={n} turn={turn} label={`Page ${numberText(n)}`} isCurrent={n === page}>
            {numberText(n)}
          </Step>
        </span>
      ))}
      {page < pages && (
        <Step to={page + 1} turn={turn} rel="next">
          Next
        </Step>
      )}
    </nav>
  );
}

/** A {@link Pager} for a list that the server pages by offset. */
export function ListPager({
  label,
  start,
  pageSize,
  total,
  onStart,
}: {
  readonly label: string;
  /** Offset of the current page, in items. */
  readonly start: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onStart: (start: number) => void;
}): ReactNode {
  return (
    <Pager
      label={label}
      page={Math.floor(start / pageSize) + 1}
      pages={Math.ceil(total / pageSize)}
      onPage={(page) => {
        onStart((page - 1) * pageSize);
      }}
    />
  );
}

function Step({
  to,
  turn,
  children,
  label,
  rel,
  isCurrent = false,
}: {
  readonly to: number;
  readonly turn: Turn;
  readonly children: ReactNode;
  readonly label?: string;
  readonly rel?: 'prev' | 'next';
  readonly isCurrent?: boolean;
}): ReactNode {
  const shared = {
    className: 'button button-quiet',
    ...(label !== undefined && { 'aria-label': label }),
    ...(isCurrent && { 'aria-current': 'page' as const }),
  };
  if ('pathOf' in turn) {
    return (
      <Link href={turn.pathOf(to)} rel={rel} {...shared}>
        {children}
      </Link>
    );
  }
  return (
    <button
      type="button"
      onClick={() => {
        turn.onPage(to);
      }}
      {...shared}
    >
      {children}
    </button>
  );
}
