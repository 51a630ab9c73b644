import type { ReactNode } from 'react';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Block, BlockContent } from '../../components/layout/dashboard.tsx';

/** A block with its own skeleton and error. */
export function LoadedBlock<Data>({
  title,
  action,
  data,
  error,
  onRetry,
  lines = 3,
  children,
}: {
  readonly title: string;
  readonly action?: ReactNode;
  /** Undefined until loaded. */
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** Lines of the skeleton. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  return (
    <Block title={title} action={action}>
      {data !== undefined && children(data)}
      {data === undefined && (
        <BlockContent>
          {error === null ? (
            <Skeleton lines={lines} label={`Loading ${title}`} />
          ) : (
            <ErrorNotice error={error} onRetry={onRetry} />
          )}
        </BlockContent>
      )}
    </Block>
  );
}
