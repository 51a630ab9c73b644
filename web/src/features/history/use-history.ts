import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readHistories, type AspectHistory } from '../../shared/entities/aspect-versions.ts';
import { auditMoments, readAudit } from './audit-remarks.ts';
import { changesOf, momentsOf, type Moment } from './moments.ts';

/** History of an entity. */
export interface History {
  readonly histories: readonly AspectHistory[];
  /** Newest first. */
  readonly moments: readonly Moment[];
  /** Whether the person may not read the audit log. */
  readonly isAuditDenied: boolean;
  /** Loads more of the audit log; undefined if all of it is loaded. */
  readonly readMore: (() => void) | undefined;
}

/** Reads the history of an entity: the stored versions of its aspects and, if the person may read it, the audit log. */
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
