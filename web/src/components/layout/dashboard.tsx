import { useId, type CSSProperties, type ReactNode } from 'react';
import { Link } from 'wouter';
import { withMarks } from '../text/with-marks.ts';
import { NameText } from '../text/name-text.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';
import './dashboard.css';

/** Blocks in two columns, the first twice as wide as the second; one below the other on a narrow screen. */
export function Dashboard({ main, side }: { readonly main: ReactNode; readonly side: ReactNode }): ReactNode {
  return (
    <div className="dashboard">
      <div className="dashboard-part">{main}</div>
      <div className="dashboard-part">{side}</div>
    </div>
  );
}

/** A titled block of a dashboard. */
export function Block({
  title,
  action,
  children,
}: {
  readonly title: string;
  /** Beside the title. */
  readonly action?: ReactNode;
  /** Rows, or content in {@link BlockContent}. */
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Content of a block that is no row: a message, a skeleton, a chart. */
export function BlockContent({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="block-content">{children}</div>;
}

/** A sentence in place of rows that says what to do next. */
export function BlockEmpty({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <BlockContent>
      <p className="block-empty">{children}</p>
    </BlockContent>
  );
}

/** The rows of a block. */
export function BlockRows({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <ul className="block-rows" role="list">
      {children}
    </ul>
  );
}

/** A row that opens a page. */
export function BlockRow({
  to,
  icon,
  children,
  below,
  note,
  isCurrent = false,
}: {
  readonly to: string;
  readonly icon?: ReactNode;
  /** Text of the link. */
  readonly children: ReactNode;
  /** A second line, in a softer colour. */
  readonly below?: ReactNode;
  /** At the end of the row. */
  readonly note?: ReactNode;
  /** Whether what the row opens is shown beside it. */
  readonly isCurrent?: boolean;
}): ReactNode {
  return (
    <li>
      <div className="block-row">
        {icon}
        <div className="block-lines">
          <Link href={to} className="block-link" {...(isCurrent && { 'aria-current': 'true' as const })}>
            {withMarks(children)}
          </Link>
          {below !== undefined && <span className="soft">{withMarks(below)}</span>}
        </div>
      </div>
      {note !== undefined && <div className="block-note">{note}</div>}
    </li>
  );
}

/** A row that shows a share of a whole as a bar below its name. */
export function ShareRow({
  to,
  name,
  share,
  gap,
  change,
}: {
  readonly to: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  /** What is missing, as text with an address; undefined if nothing is. */
  readonly gap: { readonly text: string; readonly label: string; readonly to: string } | undefined;
  /** How the share has changed, with an explanation; undefined if that is not known. */
  readonly change?: { readonly text: string; readonly label: string } | undefined;
}): ReactNode {
  return (
    <li className="share-row">
      <Link href={to} className="share-name">
        <NameText>{name}</NameText>
      </Link>
      {gap && (
        <Link href={gap.to} className="share-gap" aria-label={withMarks(gap.label)}>
          {withMarks(gap.text)}
        </Link>
      )}
      {change && (
        <span className="share-change" title={withMarks(change.label)}>
          <span aria-hidden="true">{change.text}</span>
          <span className="visually-hidden">{withMarks(change.label)}</span>
        </span>
      )}
      <span className="share-percent">{`${Math.floor(share * 100)} %`}</span>
      <span className="share-line" aria-hidden="true" style={{ '--share': String(share) } as CSSProperties} />
    </li>
  );
}

/** First steps, side by side. */
export function Cards({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="cards">{children}</div>;
}

/** One of {@link Cards}. */
export function Card({
  icon,
  title,
  about,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly about: ReactNode;
  /** The action. */
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <Icon name={icon} />
      <h2 id={id}>{title}</h2>
      <p>{about}</p>
      {children}
    </section>
  );
}

/** A large search field in the middle of a page. */
export function Hero({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="hero">{children}</div>;
}

/** One line about the state of something. */
export function StatusLine({
  isGood,
  status,
  children,
}: {
  readonly isGood: boolean;
  readonly status: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="status-line" role="status">
      <span className={isGood ? 'with-icon status-good' : 'with-icon status-bad'}>
        <Icon name={isGood ? 'assertion' : 'incident'} />
        {status}
      </span>
      {children}
    </div>
  );
}
