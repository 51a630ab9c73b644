import type { ReactNode } from 'react';
import { messageOf, problemsIn, technicalDetails } from '../../api/api-error.ts';
import { Button } from '../controls/button.tsx';
import './feedback.css';

/** A notice about the content. Screen readers announce `bad` ones at once. */
export function Notice({
  children,
  tone = 'plain',
}: {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad';
}): ReactNode {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** What failed and what to do; lists the problems that the server reports. Its own text is folded, if it is needed at all. */
export function ErrorNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}): ReactNode {
  const message = messageOf(error);
  const others = new Set(problemsIn(error).map((problem) => problem.message));
  others.delete(message);
  const details = technicalDetails(error);
  return (
    <Notice tone="bad">
      <p>{message}</p>
      {others.size > 0 && (
        <ul>
          {[...others].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <TechnicalDetails>{details}</TechnicalDetails>
      {onRetry && <Button onPress={onRetry}>Try again</Button>}
    </Notice>
  );
}

/** A text of the server or of another system, folded, beside the words of the page; nothing without a text. */
export function TechnicalDetails({ children }: { readonly children: string | undefined }): ReactNode {
  if (children === undefined || children === '') return null;
  return (
    <details className="notice-details">
      <summary>Technical details</summary>
      <code>{children}</code>
    </details>
  );
}

/** Shown in place of an empty list or page: what is missing and what to do next. */
export function EmptyState({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
      {actions !== undefined && <div className="empty-actions">{actions}</div>}
    </div>
  );
}

/** Placeholder lines for loading content; appear after 300 ms. */
export function Skeleton({
  lines = 3,
  label = 'Loading',
}: {
  readonly lines?: number;
  readonly label?: string;
}): ReactNode {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}

/** Progress of work; indeterminate without `total`. */
export function Progress({
  label,
  done,
  total,
}: {
  readonly label: string;
  readonly done: number;
  readonly total?: number | undefined;
}): ReactNode {
  return (
    <div className="progress">
      <progress aria-label={label} {...(total !== undefined && { value: done, max: Math.max(total, 1) })} />
      <span>
        {done.toLocaleString('en')}
        {total !== undefined && ` of ${total.toLocaleString('en')}`}
      </span>
    </div>
  );
}
