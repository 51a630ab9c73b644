import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { EmptyState, ErrorNotice } from './notices.tsx';

/** In place of what the person may not see: what it needs and where to get it. */
export function Denied({ what, needs }: { readonly what: string; readonly needs?: string }): ReactNode {
  return (
    <EmptyState title={`You may not ${what}`}>
      <p>
        {needs === undefined ? 'A privilege is missing' : `It needs the privilege ${needs}`}. People who may
        manage policies can give it to you.
      </p>
    </EmptyState>
  );
}

/** Why a part of a page could not be loaded: a refusal is shown as such, not as a failure. */
export function LoadProblem({
  error,
  what,
  onRetry,
}: {
  readonly error: unknown;
  /** What the person wanted to do: `list policies`. */
  readonly what: string;
  readonly onRetry?: () => void;
}): ReactNode {
  if (error instanceof ApiError && error.isDenied) return <Denied what={what} />;
  return <ErrorNotice error={error} {...(onRetry && { onRetry })} />;
}
