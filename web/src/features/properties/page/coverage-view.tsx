import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEntityNames } from '../../../api/entity-names.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { ShareBar, Table } from '../../../components/data/table.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import type { Draft } from '../definition/draft.ts';
import { entityTypeLabel } from '../definition/value-types.ts';
import { fieldOfProperty } from '../../../shared/search/fields.ts';

const TYPES = graphql(`
  query entityTypesOfProperty($urn: String!) {
    structuredProperty(urn: $urn) {
      definition {
        entityTypes {
          info {
            type
          }
        }
      }
    }
  }
`);

const COVERAGE = graphql(`
  query propertyCoverage($possible: AggregateAcrossEntitiesInput!, $present: AggregateAcrossEntitiesInput!) {
    possible: aggregateAcrossEntities(input: $possible) {
      facets {
        field
        aggregations {
          value
          count
        }
      }
    }
    present: aggregateAcrossEntities(input: $present) {
      facets {
        field
        aggregations {
          value
          count
        }
      }
    }
  }
`);

const FACETS = ['_entityType', 'platform'];

interface Counted {
  readonly value: string;
  readonly present: number;
  readonly possible: number;
}

/** Coverage of a property by type and by platform: assets with a value, of those to which it applies. */
export function CoverageView({
  draft,
  isRemoved,
}: {
  readonly draft: Draft;
  readonly isRemoved: boolean;
}): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['propertyCoverage', draft.name, draft.entityTypes, draft.allowedPlatforms],
    meta: { shows: 'all' },
    queryFn: ({ signal }) => readCoverage(draft, signal),
    enabled: !isRemoved,
  });
  const nameOf = useEntityNames(data?.platforms.map(({ value }) => value) ?? []);
  if (isRemoved) return <Notice>This property is deleted. Restore it to see its coverage.</Notice>;
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} label="Counting assets" />;
  if (data.types.length === 0) {
    return (
      <EmptyState title="No assets yet">
        <p>
          This property applies to no existing{' '}
          {draft.entityTypes.map(entityTypeLabel).join(' or ') || 'entity'}.
        </p>
      </EmptyState>
    );
  }
  return (
    <Stack gap={5}>
      <CoverageTable title="By type" what="Type" counted={data.types} labelOf={entityTypeLabel} />
      <CoverageTable title="By platform" what="Platform" counted={data.platforms} labelOf={nameOf} />
    </Stack>
  );
}

function CoverageTable({
  title,
  what,
  counted,
  labelOf,
}: {
  readonly title: string;
  /** Heading of the first column. */
  readonly what: string;
  readonly counted: readonly Counted[];
  readonly labelOf: (value: string) => string;
}): ReactNode {
  if (counted.length === 0) return null;
  return (
    <Stack gap={2}>
      <h2>{title}</h2>
      <Table
        label={`Coverage ${title.toLowerCase()}`}
        items={counted}
        keyOf={({ value }) => value}
        columns={[
          { id: 'what', label: what, render: ({ value }) => labelOf(value) },
          {
            id: 'present',
            label: 'With a value',
            isNumeric: true,
            render: ({ present }) => present.toLocaleString('en'),
          },
          {
            id: 'possible',
            label: 'Of',
            isNumeric: true,
            render: ({ possible }) => possible.toLocaleString('en'),
          },
          {
            id: 'share',
            label: 'Coverage',
            render: ({ value, present, possible }) => (
              <ShareBar label={`Coverage of ${labelOf(value)}`} part={present} whole={possible} />
            ),
          },
        ]}
      />
    </Stack>
  );
}

async function readCoverage(
  { name, allowedPlatforms }: Draft,
  signal: AbortSignal,
): Promise<{ readonly types: readonly Counted[]; readonly platforms: readonly Counted[] }> {
  const urn = `urn:li:structuredProperty:${name}`;
  const { structuredProperty } = await query(TYPES, { urn }, signal);
  const types =
    structuredProperty?.definition.entityTypes
      .map(({ info }) => info.type)
      .filter((type) => type !== 'OTHER') ?? [];
  if (types.length === 0) return { types: [], platforms: [] };
  const onPlatforms =
    allowedPlatforms.length === 0 ? [] : [{ field: 'platform', values: [...allowedPlatforms] }];
  const has = { field: fieldOfProperty(name), condition: 'EXISTS' as const };
  const shared = { types, query: '*', facets: FACETS, searchFlags: { maxAggValues: 200 } };
  const { possible, present } = await query(
    COVERAGE,
    {
      possible: { ...shared, orFilters: [{ and: onPlatforms }] },
      present: { ...shared, orFilters: [{ and: [...onPlatforms, has] }] },
    },
    signal,
  );
  return {
    types: joined('_entityType', possible, present),
    platforms: joined('platform', possible, present),
  };
}

type Facets = ResultOf<typeof COVERAGE>['possible'];

function joined(field: string, possible: Facets, present: Facets): readonly Counted[] {
  const of = (facets: Facets) => facets?.facets?.find((facet) => facet.field === field)?.aggregations ?? [];
  const counts = new Map(of(present).map(({ value, count }) => [value, count]));
  return of(possible).map(({ value, count }) => ({
    value,
    possible: count,
    present: counts.get(value) ?? 0,
  }));
}
