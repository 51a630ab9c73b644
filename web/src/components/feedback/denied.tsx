import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { EmptyState, ErrorNotice } from './notices.tsx';

/** Shown instead of content that the person may not see: the required privilege and who can grant it. */
export function Denied({ what, needs }: { readonly what: string; readonly needs?: string }): ReactNode {
  return (
    <EmptyState title={`You don’t have permission to ${what}`}>
      <p>
        {needs === undefined ? 'You lack a privilege' : `You need the privilege ${needs}`}. Ask someone who
        manages policies.
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
