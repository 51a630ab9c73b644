import { useEffect, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import './layout.css';

interface BoxProps {
  readonly children: ReactNode;
  /** Distance between the children, from 1 (4 px) to 6 (32 px); default 3. */
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6;
}

/** Children one below the other. */
export function Stack({ children, gap = 3 }: BoxProps): ReactNode {
  return <div className={`stack gap-${gap}`}>{children}</div>;
}

/** Children side by side, wrapped where they do not fit. */
export function Row({
  children,
  gap = 2,
  align = 'center',
  spread = false,
}: BoxProps & {
  readonly align?: 'center' | 'start' | 'end' | 'baseline';
  /** Pushes the last child to the far end. */
  readonly spread?: boolean;
}): ReactNode {
  return (
    <div className={classNames('row', `gap-${gap}`, `align-${align}`, spread && 'row-spread')}>
      {children}
    </div>
  );
}

/** A side column beside the main one; on a narrow screen above it. */
export function Sidebar({
  side,
  children,
  end = false,
}: {
  readonly side: ReactNode;
  readonly children: ReactNode;
  /** Places the side column at the end instead of at the start. */
  readonly end?: boolean;
}): ReactNode {
  const aside = <div className="sidebar-side">{side}</div>;
  return (
    <div className={classNames('sidebar', end && 'sidebar-end')}>
      {!end && aside}
      <div className="sidebar-main">{children}</div>
      {end && aside}
    </div>
  );
}

/** A bordered surface for related content. Panels are not nested. */
export function Panel({
  children,
  label,
}: {
  readonly children: ReactNode;
  /** Accessible name; makes it a region. */
  readonly label?: string;
}): ReactNode {
  return label === undefined ? (
    <div className="panel">{children}</div>
  ) : (
    <section className="panel" aria-label={withMarks(label)}>
      {children}
    </section>
  );
}

/** A {@link Panel} with a heading. */
export function TitledPanel({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Panel label={title}>
      <Stack>
        <h2>{title}</h2>
        {children}
      </Stack>
    </Panel>
  );
}

/** A page: heading, actions beside it, content. Sets the tab title. */
export function Page({
  title,
  shownTitle,
  above,
  lead,
  actions,
  isWide = false,
  isTitleHidden = false,
  children,
}: {
  /** Text of the tab, and of the heading unless `shownTitle` replaces it. */
  readonly title: string;
  readonly shownTitle?: ReactNode;
  /** Shown above the heading. */
  readonly above?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Takes the whole width of the window, as grids and graphs need. */
  readonly isWide?: boolean;
  /** Shows the heading to screen readers only. */
  readonly isTitleHidden?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${withMarks(title)} · Colophon`;
  }, [title]);
  return (
    <div className={classNames('page', isWide && 'page-wide')}>
      <header className={isTitleHidden ? 'visually-hidden' : 'page-head'}>
        <div className="page-heading">
          {above}
          <h1 tabIndex={-1}>{shownTitle ?? withMarks(title)}</h1>
          {lead !== undefined && lead !== false && <div className="page-lead">{withMarks(lead)}</div>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Text for screen readers only. */
export function Hidden({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="visually-hidden">{withMarks(children)}</span>;
}

/** Secondary text, in a softer colour. */
export function Soft({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="soft">{withMarks(children)}</span>;
}
