import { Component } from 'react';
import type { ReactNode } from 'react';
import { Page } from '../layout/layout.tsx';
import { ErrorNotice } from './notices.tsx';

interface BoundaryProps {
  readonly children: ReactNode;
  /** With another key the children are tried again. */
  readonly resetKey?: string;
  /** Heading over the error, where the children are a whole page. */
  readonly title?: string;
}

/**
 * Shows in place of its children that they failed: mostly because their code cannot be loaded, the server being away or updated.
 * Without it the whole interface would vanish.
 */
export class ErrorBoundary extends Component<BoundaryProps, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate({ resetKey }: BoundaryProps): void {
    if (resetKey !== this.props.resetKey && this.state.error) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const notice = (
      <ErrorNotice
        error={isCodeMissing(error) ? new Error(CODE_MISSING) : error}
        onRetry={() => {
          location.reload();
        }}
      />
    );
    return this.props.title === undefined ? notice : <Page title={this.props.title}>{notice}</Page>;
  }
}

const CODE_MISSING =
  'This part of the page could not be loaded. The server is away, or it has been updated since the page was opened.';

function isCodeMissing({ message }: Error): boolean {
  return /dynamically imported module|module script|preload CSS/i.test(message);
}
