import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { MarkdownBody } from '../../components/markdown/markdown-body.tsx';
import { MarkdownPlace } from '../../components/markdown/markdown-place.ts';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { anchorOf, documentPath } from './documents.ts';
import { readDocument } from './read-document.ts';

const PLACE = { pathOf: documentPath, anchorOf };

/** A document of the product. */
export function DocumentView({ name }: { readonly name: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['document', name],
    queryFn: async () => (await readDocument(name)) ?? '',
    staleTime: Infinity,
  });
  useEffect(() => {
    const { hash } = location;
    if (data !== undefined && hash !== '')
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [data]);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={12} />;
  return (
    <div className="markdown markdown-document">
      <MarkdownPlace.Provider value={PLACE}>
        <MarkdownBody text={data} />
      </MarkdownPlace.Provider>
    </div>
  );
}
