import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEntityNames } from '../../../api/entity-names.ts';
import { Moment } from '../../../components/data/moment.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { readHistory, type HistoryEntry } from './read-history.ts';

/** Changes of a definition, with actor and time. */
export function History({ urn }: { readonly urn: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['propertyHistory', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: ({ signal }) => readHistory(urn, signal),
  });
  const nameOf = useEntityNames(data?.entries.map(({ actor }) => actor) ?? []);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} label="Loading history" />;
  return (
    <Stack gap={5}>
      {data.entries.map((entry) => (
        <Entry key={`${entry.what}${entry.version}`} entry={entry} actor={nameOf(entry.actor)} />
      ))}
      {data.isCut && <Soft>Earlier changes are not shown.</Soft>}
    </Stack>
  );
}

function Entry({ entry, actor }: { readonly entry: HistoryEntry; readonly actor: string }): ReactNode {
  return (
    <section>
      <Stack gap={1}>
        <h2>{entry.title}</h2>
        <Soft>
          {actor}, <Moment time={entry.time} />
        </Soft>
        {entry.differences.length > 0 && (
          <ul>
            {entry.differences.map(({ what, before, after }) => (
              <li key={what}>
                {what}: <del>{before}</del> <ins>{after}</ins>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </section>
  );
}
