import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { Moment } from '../../../components/text/moment.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { counted } from '../../../components/counted.ts';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { ButtonLink } from '../../../components/controls/button.tsx';
import { useMayManage } from '../../../shared/rights/property-rights.tsx';
import { useMayPropose } from '../../../shared/rights/use-rights.ts';
import { propertyPath } from '../../../urls/paths.ts';
import { DifferenceList } from '../definition/difference-list.tsx';
import { useClearings, type Clearing } from './clearings.ts';
import { UndoClearing } from '../../../shared/plans/undo-clearing.tsx';
import { readHistory, type HistoryEntry } from './read-history.ts';

/** Changes of a definition, with actor and time. */
export function History({ urn }: { readonly urn: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['propertyHistory', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: ({ signal }) => readHistory(urn, signal),
  });
  const clearings = useClearings();
  const nameOf = useEntityNames(data?.entries.map(({ actor }) => actor) ?? []);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} label="Loading history" />;
  return (
    <Stack gap={5}>
      {data.entries.map((entry) => (
        <Entry
          key={`${entry.what}${entry.version}`}
          urn={urn}
          entry={entry}
          actor={nameOf(entry.actor)}
          clearing={
            entry.what === 'propertyDefinition'
              ? clearings.find((one) => one.propertyUrn === urn && one.time === entry.time)
              : undefined
          }
        />
      ))}
      {data.isCut && <Soft>Earlier changes are not shown.</Soft>}
    </Stack>
  );
}

function Entry({
  urn,
  entry,
  actor,
  clearing,
}: {
  readonly urn: string;
  readonly entry: HistoryEntry;
  readonly actor: string;
  readonly clearing: Clearing | undefined;
}): ReactNode {
  const { what, version, isLatest } = entry;
  const may = useMayManage() === true;
  const mayPropose = useMayPropose(urn) && !may;
  const back = new URLSearchParams({ what, version: String(version) }).toString();
  return (
    <section>
      <Stack gap={1}>
        <h2>{entry.title}</h2>
        <Soft>
          {actor}, <Moment time={entry.time} />
        </Soft>
        {entry.differences.length > 0 && <DifferenceList differences={entry.differences} />}
        {clearing !== undefined && <p>This cleared the values of {counted(clearing.assets, 'asset')}.</p>}
        <Row>
          {!isLatest && (may || mayPropose) && (
            <ButtonLink to={`${propertyPath(urn)}/edit?${back}`}>
              {may ? 'Set back to this' : 'Propose to set back to this'}
            </ButtonLink>
          )}
          {clearing?.commit !== undefined && isLatest && (
            <UndoClearing propertyUrn={urn} commit={clearing.commit} />
          )}
        </Row>
      </Stack>
    </section>
  );
}
