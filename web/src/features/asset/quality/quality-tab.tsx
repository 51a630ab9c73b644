import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { Ago } from '../../../components/text/ago.tsx';
import { Badge } from '../../../components/text/badge.tsx';
import { Table } from '../../../components/data/table.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { EntityLink } from '../../../shared/entities/entity-link.tsx';
import { entityTypeOf, shortName } from '../../../urls/urn.ts';
import { wordsOf } from '../words-of.ts';
import { ProfileOverTime } from './profile-over-time.tsx';
import { Profile } from './profile.tsx';

const QUALITY = graphql(`
  query assetQuality($urn: String!) {
    entity(urn: $urn) {
      ... on HasIncidents {
        incidents(count: 50) {
          total
          incidents {
            urn
            title
            incidentType
            customType
            priority
            incidentStatus {
              state
              message
              lastUpdated {
                time
              }
            }
          }
        }
      }
      ... on Dataset {
        assertions(count: 100) {
          total
          assertions {
            urn
            info {
              type
              description
            }
            runEvents(limit: 1, status: COMPLETE) {
              runEvents {
                timestampMillis
                result {
                  type
                }
              }
            }
          }
        }
        datasetProfiles(limit: 1) {
          timestampMillis
          rowCount
          columnCount
          sizeInBytes
          fieldProfiles {
            fieldPath
            nullCount
            nullProportion
            uniqueCount
            min
            max
            mean
          }
        }
        formerProfiles: datasetProfiles(limit: 60) {
          timestampMillis
          rowCount
          sizeInBytes
          fieldProfiles {
            fieldPath
            nullProportion
          }
        }
      }
    }
  }
`);

type Quality = NonNullable<ResultOf<typeof QUALITY>['entity']>;
type Assertion = NonNullable<Extract<Quality, { assertions: unknown }>['assertions']>['assertions'][number];
type Incident = NonNullable<Extract<Quality, { incidents: unknown }>['incidents']>['incidents'][number];

/** Assertions on an entity with their last results, its incidents and, for a dataset, its profiles. */
export function QualityTab({ urn }: { readonly urn: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['assetQuality', urn],
    meta: { shows: { urns: [urn], types: ['assertion', 'incident'] } },
    queryFn: async ({ signal }) => (await query(QUALITY, { urn }, signal)).entity,
  });
  if (error !== null && data === undefined)
    return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const incidents = data && 'incidents' in data ? data.incidents : undefined;
  const assertions = data && 'assertions' in data ? data.assertions : undefined;
  const profile = data && 'datasetProfiles' in data ? data.datasetProfiles?.[0] : undefined;
  const former = data && 'formerProfiles' in data ? (data.formerProfiles ?? []) : [];
  const isEmpty =
    (incidents?.incidents.length ?? 0) === 0 && (assertions?.assertions.length ?? 0) === 0 && !profile;
  if (isEmpty) {
    return (
      <EmptyState title="Nothing is known about the quality yet">
        <p>
          {entityTypeOf(urn) === 'dataset'
            ? 'Assertions, incidents and profiles appear here. Checks such as dbt tests or Great Expectations send them, and ingestion with profiling.'
            : 'Incidents appear here when someone raises one.'}
        </p>
      </EmptyState>
    );
  }
  return (
    <Stack gap={5}>
      {incidents && incidents.incidents.length > 0 && (
        <Incidents incidents={incidents.incidents} total={incidents.total} />
      )}
      {assertions && assertions.assertions.length > 0 && (
        <Assertions assertions={assertions.assertions} total={assertions.total} />
      )}
      {profile && <Profile profile={profile} />}
      {former.length > 1 && <ProfileOverTime profiles={former} />}
    </Stack>
  );
}

function Incidents({
  incidents,
  total,
}: {
  readonly incidents: readonly Incident[];
  readonly total: number;
}): ReactNode {
  return (
    <Section title="Incidents">
      <Table
        label="Incidents"
        items={incidents}
        keyOf={({ urn }) => urn}
        columns={[
          {
            id: 'state',
            label: 'State',
            render: ({ incidentStatus }) =>
              incidentStatus?.state === 'RESOLVED' ? (
                <Badge tone="good">Resolved</Badge>
              ) : (
                <Badge tone="bad">Active</Badge>
              ),
          },
          {
            id: 'title',
            label: 'Title',
            render: ({ urn, title }) => <EntityLink urn={urn} name={title ?? shortName(urn)} />,
          },
          {
            id: 'type',
            label: 'Type',
            isExtra: true,
            render: ({ customType, incidentType }) => customType ?? wordsOf(incidentType ?? ''),
          },
          {
            id: 'priority',
            label: 'Priority',
            isExtra: true,
            render: ({ priority }) => wordsOf(priority ?? ''),
          },
          {
            id: 'updated',
            label: 'Changed',
            render: ({ incidentStatus }) => incidentStatus && <Ago time={incidentStatus.lastUpdated.time} />,
          },
        ]}
      />
      <Rest shown={incidents.length} total={total} />
    </Section>
  );
}

function Assertions({
  assertions,
  total,
}: {
  readonly assertions: readonly Assertion[];
  readonly total: number;
}): ReactNode {
  return (
    <Section title="Assertions">
      <Table
        label="Assertions"
        items={assertions}
        keyOf={({ urn }) => urn}
        columns={[
          {
            id: 'result',
            label: 'Last result',
            render: (assertion) => <Result type={lastRunOf(assertion)?.result?.type} />,
          },
          {
            id: 'name',
            label: 'Assertion',
            render: ({ urn, info }) => (
              <EntityLink
                urn={urn}
                name={
                  info?.description !== undefined && info.description !== null && info.description !== ''
                    ? info.description
                    : shortName(urn)
                }
              />
            ),
          },
          {
            id: 'type',
            label: 'Type',
            isExtra: true,
            render: ({ info }) => wordsOf(info?.type ?? ''),
          },
          {
            id: 'time',
            label: 'Last run',
            render: (assertion) => {
              const run = lastRunOf(assertion);
              return run ? <Ago time={run.timestampMillis} /> : <Soft>never</Soft>;
            },
          },
        ]}
      />
      <Rest shown={assertions.length} total={total} />
    </Section>
  );
}

function lastRunOf({
  runEvents,
}: Assertion): NonNullable<Assertion['runEvents']>['runEvents'][number] | undefined {
  return runEvents?.runEvents[0];
}

function Result({ type }: { readonly type: string | undefined }): ReactNode {
  if (type === undefined) return <Badge>Not run</Badge>;
  if (type === 'SUCCESS') return <Badge tone="good">Passed</Badge>;
  return type === 'FAILURE' ? <Badge tone="bad">Failed</Badge> : <Badge tone="warn">{wordsOf(type)}</Badge>;
}

function Rest({ shown, total }: { readonly shown: number; readonly total: number }): ReactNode {
  return total > shown && <Soft>and {(total - shown).toLocaleString('en')} more.</Soft>;
}
