import { Component, type ReactNode } from 'react';
import { PageError } from '../../api/api-error.ts';
import { Page } from '../layout/layout.tsx';
import { ErrorNotice } from './notices.tsx';

interface BoundaryProps {
  readonly children: ReactNode;
  /** A new key renders the children again. */
  readonly resetKey?: string;
  /** Heading above the error, if the children are a whole page. */
  readonly title?: string;
}

interface BoundaryState {
  readonly error: Error | undefined;
  /** `resetKey` when `error` was thrown. */
  readonly resetKey: string | undefined;
}

/**
 * Shows an error in place of children that fail, usually because their code cannot be loaded: the server is down or was updated.
 * Without it React would unmount the whole interface.
 */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(
    { resetKey }: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const notice = (
      <ErrorNotice
        error={isCodeMissing(error) ? new PageError(CODE_MISSING) : error}
        onRetry={() => {
          location.reload();
        }}
      />
    );
    return this.props.title === undefined ? notice : <Page title={this.props.title}>{notice}</Page>;
  }
}

/** The message if code could not be loaded. */
export const CODE_MISSING =
  'This part of the page could not be loaded. The server is down, or it was updated after you opened the page.';

function isCodeMissing({ message }: Error): boolean {
  return /dynamically imported module|module script|preload CSS/i.test(message);
}
