import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { entityTypeLabel } from '../../../api/names/entity-type-label.ts';
import { Bars } from '../../../components/charts/bars.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { countsText, gapText, percentText } from '../../../shared/property-coverage/coverage-text.ts';
import { gapAddress } from '../../../shared/property-coverage/gap-address.ts';
import { useCoverage, type PropertyCoverage } from '../../../shared/property-coverage/use-coverage.ts';
import { filterAddress } from '../../../shared/search/filter-address.ts';
import type { Draft } from '../definition/draft.ts';
import { entityTypeNoun } from '../definition/value-types.ts';
import { GROUPINGS } from '../list/groupings.ts';
import { CoverageLine } from './coverage-line.tsx';

type GroupingSpec = (typeof GROUPINGS)[number];

/** Coverage of a property in total, over time, and by domain, type, platform and owner; each gap is a link to the assets in it. */
export function CoverageView({
  urn,
  draft,
  isRemoved,
}: {
  readonly urn: string;
  readonly draft: Draft;
  readonly isRemoved: boolean;
}): ReactNode {
  const { data, error, refetch } = useCoverage({ properties: [urn], groups: 0 }, !isRemoved);
  if (isRemoved) return <Notice>This property is deleted. Restore it to see its coverage.</Notice>;
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} label="Counting assets" />;
  const [total] = data;
  if (total === undefined || total.possible === 0) {
    return (
      <EmptyState title="No assets yet">
        <p>
          This property applies to no existing{' '}
          {draft.entityTypes.map(entityTypeNoun).join(' or ') || 'entity'}.
        </p>
      </EmptyState>
    );
  }
  const gap = gapText(total);
  return (
    <Stack gap={5}>
      <p>
        {countsText(total)} assets have a value ({percentText(total)}).{' '}
        {gap !== undefined && <Link href={gapAddress(total)}>{gap}</Link>}
      </p>
      <CoverageLine urn={urn} />
      {GROUPINGS.map((grouping) => (
        <CoverageBy key={grouping.value} urn={urn} grouping={grouping} />
      ))}
    </Stack>
  );
}

function CoverageBy({ urn, grouping }: { readonly urn: string; readonly grouping: GroupingSpec }): ReactNode {
  const { data, error, refetch } = useCoverage({ properties: [urn], by: grouping.value });
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={6} label="Counting assets" />;
  const [coverage] = data;
  if (coverage === undefined || coverage.groups.length === 0) return null;
  const title = `By ${grouping.label.toLowerCase()}`;
  return (
    <Stack gap={2}>
      <h2>{title}</h2>
      <Bars
        label={`Coverage ${title.toLowerCase()}`}
        what={grouping.label}
        numbers={['Coverage', 'With a value', 'Gap']}
        items={coverage.groups.map((group) => itemOf(coverage, group, grouping))}
      />
    </Stack>
  );
}

function itemOf(
  coverage: PropertyCoverage,
  group: PropertyCoverage['groups'][number],
  { value: field, nothing }: GroupingSpec,
) {
  const { value, present, possible } = group;
  const label =
    value === undefined ? nothing : field === '_entityType' ? entityTypeLabel(value) : group.label;
  const missing = (possible - present).toLocaleString('en');
  const gap = gapText(group);
  return {
    id: value ?? '',
    label,
    share: present / possible,
    to: value === undefined ? undefined : filterAddress(field, value),
    numbers: [
      percentText(group),
      countsText(group),
      gap === undefined ? (
        '–'
      ) : (
        <Link
          key="gap"
          href={gapAddress(coverage, { group: { field, value } })}
          aria-label={`${gap}: ${label}`}
        >
          {missing}
        </Link>
      ),
    ],
  };
}
