import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readHistories, type AspectHistory } from './aspect-versions.ts';
import { auditMoments, readAudit } from './audit-remarks.ts';
import { changesOf, momentsOf, type Moment } from './moments.ts';

/** All that is known of the past of an entity. */
export interface History {
  readonly histories: readonly AspectHistory[];
  /** Newest first. */
  readonly moments: readonly Moment[];
  /** Whether the audit log may not be read. */
  readonly isAuditDenied: boolean;
  /** Reads more of the audit log; undefined if all of it is read. */
  readonly readMore: (() => void) | undefined;
}

/** Reads the history of an entity: the kept versions of its aspects and, where allowed, the audit log. */
export function useHistory(urn: string): {
  readonly history: History | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const versions = useQuery({
    queryKey: ['aspectHistories', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: ({ signal }) => readHistories(urn, signal),
  });
  const audit = useInfiniteQuery({
    queryKey: ['entityAudit', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: ({ pageParam, signal }) => readAudit(urn, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const { data: histories } = versions;
  const pages = audit.data?.pages;
  const moments = useMemo(() => {
    if (histories === undefined || pages === undefined) return undefined;
    const known = new Set(
      histories.flatMap(({ aspect, versions: list }) => list.map(({ time }) => `${aspect} ${time}`)),
    );
    const events = pages.flatMap((page) => page.events);
    return momentsOf([
      ...changesOf(histories),
      ...auditMoments(events, (aspect, time) => known.has(`${aspect} ${time}`)),
    ]);
  }, [histories, pages]);
  return {
    history: histories &&
      moments && {
        histories,
        moments,
        isAuditDenied: pages?.[0]?.isDenied ?? false,
        readMore: audit.hasNextPage ? () => void audit.fetchNextPage() : undefined,
      },
    error: versions.error ?? audit.error,
    retry: () => {
      void versions.refetch();
      void audit.refetch();
    },
  };
}
