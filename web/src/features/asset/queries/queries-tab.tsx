import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NameText } from '../../../components/text/name-text.tsx';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { LineChart } from '../../../components/charts/line-chart.tsx';
import { Ago } from '../../../components/text/ago.tsx';
import { Markdown } from '../../../components/markdown/markdown.tsx';
import { Sql } from '../../../components/code/sql.tsx';
import { Stats } from '../../../components/data/stats.tsx';
import { Table } from '../../../components/data/table.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { EntityLink } from '../../../shared/entities/entity-link.tsx';

const QUERIES = graphql(`
  query assetQueries($urn: String!, $input: ListQueriesInput!) {
    listQueries(input: $input) {
      total
      queries {
        urn
        properties {
          name
          description
          lastModified {
            time
          }
          statement {
            value
          }
        }
      }
    }
    dataset(urn: $urn) {
      usageStats(range: MONTH) {
        buckets {
          bucket
          metrics {
            totalSqlQueries
          }
        }
        aggregations {
          totalSqlQueries
          uniqueUserCount
          users {
            count
            userEmail
            user {
              urn
            }
          }
          fields {
            fieldName
            count
          }
        }
      }
    }
  }
`);

type Answer = ResultOf<typeof QUERIES>;
type Usage = NonNullable<NonNullable<Answer['dataset']>['usageStats']>;
type Listed = NonNullable<Answer['listQueries']>;

/** Maximum queries shown. */
const SHOWN = 20;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** How a dataset is used, and the queries that are known about it. */
export function QueriesTab({ urn }: { readonly urn: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['assetQueries', urn],
    meta: { shows: { urns: [urn], types: ['query'] } },
    queryFn: ({ signal }) => query(QUERIES, { urn, input: { datasetUrn: urn, count: SHOWN } }, signal),
  });
  if (error !== null && data === undefined)
    return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const usage = data.dataset?.usageStats;
  const isUsed = (usage?.buckets ?? []).length > 0;
  const listed = data.listQueries;
  if (!isUsed && (listed?.total ?? 0) === 0) {
    return (
      <EmptyState title="No queries yet">
        <p>Queries about this dataset and its usage appear here after an ingestion of query logs.</p>
      </EmptyState>
    );
  }
  return (
    <Stack gap={5}>
      {usage && isUsed && <UsageSection usage={usage} />}
      {listed && listed.total > 0 && <Queries listed={listed} />}
    </Stack>
  );
}

function UsageSection({ usage: { aggregations, buckets } }: { readonly usage: Usage }): ReactNode {
  const days = (buckets ?? []).flatMap((bucket) =>
    bucket && bucket.bucket !== null
      ? [{ time: bucket.bucket, count: bucket.metrics?.totalSqlQueries ?? 0 }]
      : [],
  );
  const points = days
    .toSorted((a, b) => a.time - b.time)
    .map(({ time, count }) => ({
      label: DAY.format(time),
      value: count,
      text: `${count.toLocaleString('en')} ${count === 1 ? 'query' : 'queries'}`,
    }));
  const users = (aggregations?.users ?? []).flatMap((user) => user ?? []);
  const fields = (aggregations?.fields ?? []).flatMap((field) => field ?? []);
  return (
    <Section title="Usage in the last month">
      <Stats
        stats={[
          { label: 'Queries', value: (aggregations?.totalSqlQueries ?? 0).toLocaleString('en') },
          { label: 'People', value: (aggregations?.uniqueUserCount ?? users.length).toLocaleString('en') },
        ]}
      />
      {points.length > 1 && (
        <LineChart
          label="Queries a day"
          points={points}
          most={Math.max(1, ...points.map(({ value }) => value))}
          scaleText={(value) => Math.round(value).toLocaleString('en')}
        />
      )}
      {users.length > 0 && <People users={users.slice(0, SHOWN)} />}
      {fields.length > 0 && (
        <Table
          label="Columns that queries use"
          items={fields.slice(0, SHOWN)}
          keyOf={({ fieldName }) => fieldName ?? ''}
          columns={[
            {
              id: 'column',
              label: 'Column',
              render: ({ fieldName }) => (
                <code>
                  <NameText>{fieldName}</NameText>
                </code>
              ),
            },
            {
              id: 'count',
              label: 'Queries',
              isNumeric: true,
              render: ({ count }) => (count ?? 0).toLocaleString('en'),
            },
          ]}
        />
      )}
    </Section>
  );
}

function Queries({ listed: { queries, total } }: { readonly listed: Listed }): ReactNode {
  return (
    <Section title="Queries">
      <Stack gap={4}>
        {queries.map(({ urn, properties }) => (
          <Stack key={urn} gap={1}>
            <Row spread>
              <strong>
                <EntityLink urn={urn} {...(properties && { name: properties.name })} />
              </strong>
              {properties && properties.lastModified.time > 0 && (
                <Soft>
                  Changed <Ago time={properties.lastModified.time} />
                </Soft>
              )}
            </Row>
            {properties?.description && <Markdown>{properties.description}</Markdown>}
            {properties?.statement && (
              <Sql label={`Text of ${properties.name}`} text={properties.statement.value} />
            )}
          </Stack>
        ))}
        {total > queries.length && <Soft>and {(total - queries.length).toLocaleString('en')} more.</Soft>}
      </Stack>
    </Section>
  );
}

type UsageUser = NonNullable<NonNullable<NonNullable<Usage['aggregations']>['users']>[number]>;

function People({ users }: { readonly users: readonly UsageUser[] }): ReactNode {
  const nameOf = useEntityNames(users.flatMap(({ user }) => user?.urn ?? []));
  return (
    <Table
      label="People who queried it"
      items={users}
      keyOf={({ user, userEmail }) => user?.urn ?? userEmail ?? ''}
      columns={[
        {
          id: 'who',
          label: 'Who',
          render: ({ user, userEmail }) =>
            user ? <EntityLink urn={user.urn} name={nameOf(user.urn)} /> : <NameText>{userEmail}</NameText>,
        },
        {
          id: 'count',
          label: 'Queries',
          isNumeric: true,
          render: ({ count }) => (count ?? 0).toLocaleString('en'),
        },
      ]}
    />
  );
}
