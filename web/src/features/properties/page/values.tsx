import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { counted } from '../../../components/counted.ts';
import { Bars } from '../../../components/charts/bars.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Facts } from '../../../components/data/table.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { percentText } from '../../../shared/property-coverage/coverage-text.ts';
import type { Draft } from '../definition/draft.ts';
import { isDateType, isNumberType } from '../definition/value-types.ts';
import { searchForProperty } from '../property-search.ts';
import { MAX_VALUES, usePropertySummary, type PropertySummary } from './summary.ts';

/** Values shown at first. */
const FIRST = 50;

/** Maximum characters shown of a value. */
const LONGEST = 120;

/** Values of a property with their counts, and the distribution of numbers and dates. */
export function Values({
  draft,
  isRemoved,
}: {
  readonly draft: Draft;
  readonly isRemoved: boolean;
}): ReactNode {
  const { data, error, refetch } = usePropertySummary(draft, !isRemoved);
  if (isRemoved) return <Notice>This property is deleted. Restore it to see its values.</Notice>;
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} label="Counting values" />;
  if (data === null || (data.present === 0 && data.values.length === 0)) {
    return (
      <EmptyState title="No values yet">
        <p>Set values on an asset’s page, with a bulk edit, or with the API.</p>
      </EmptyState>
    );
  }
  const hasSpread = isNumberType(draft.valueType) || isDateType(draft.valueType);
  return (
    <Stack gap={5}>
      {hasSpread && data.present > 0 && <Spread summary={data} />}
      <ValueTable draft={draft} summary={data} />
    </Stack>
  );
}

/** Minimum, median and maximum, and a histogram of assets by range. */
function Spread({ summary }: { readonly summary: PropertySummary }): ReactNode {
  const { min, max, minDay, maxDay, quantiles, ranges, present } = summary;
  const median = quantiles[0];
  const shown = (day: string | null | undefined, number: number | null | undefined): string =>
    day ?? (typeof number === 'number' ? number.toLocaleString('en') : '—');
  return (
    <Stack gap={3}>
      <h2>Distribution</h2>
      <Facts
        facts={[
          { label: 'Minimum', value: shown(minDay, min) },
          { label: 'Median', value: shown(median?.day, median?.value) },
          { label: 'Maximum', value: shown(maxDay, max) },
        ]}
      />
      {ranges.length > 0 && (
        <Bars
          label="Assets by range"
          what="From, up to"
          numbers={['Assets', 'Share']}
          items={ranges.map(({ from, to, count }) => ({
            id: from ?? '',
            label: rangeLabel(from, to, minDay !== null),
            share: count / Math.max(...ranges.map((range) => range.count), 1),
            numbers: [count.toLocaleString('en'), percentText({ present: count, possible: present })],
          }))}
        />
      )}
    </Stack>
  );
}

function rangeLabel(from: string | null, to: string | null, isDay: boolean): string {
  const written = (bound: string | null): string =>
    bound === null ? '' : isDay ? bound : Number(bound).toLocaleString('en', { maximumFractionDigits: 12 });
  return `${written(from)} – ${written(to)}`;
}

function ValueTable({
  draft,
  summary,
}: {
  readonly draft: Draft;
  readonly summary: PropertySummary;
}): ReactNode {
  const [shown, setShown] = useState(FIRST);
  const { values, present } = summary;
  const nameOf = useEntityNames(values.slice(0, shown).map(({ value }) => value));
  const isNumber = isNumberType(draft.valueType);
  const labelOf = ({ value, day }: PropertySummary['values'][number]): string => {
    if (isNumber) return Number(value).toLocaleString('en', { maximumFractionDigits: 12 });
    const name = day ?? nameOf(value);
    return name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
  };
  return (
    <Stack gap={3}>
      <Row spread>
        <h2>{draft.allowedValues.length > 0 ? 'Allowed values' : 'Values'}</h2>
        {present > 0 && (
          <Link href={searchForProperty(draft.name)}>{counted(present, 'asset')} with a value</Link>
        )}
      </Row>
      <Bars
        label="Values by number of assets"
        what="Value"
        numbers={['Assets', 'Share']}
        items={values.slice(0, shown).map((one) => ({
          id: one.value,
          label: labelOf(one),
          note: one.description ?? undefined,
          share: present === 0 ? 0 : one.count / present,
          to: searchForProperty(draft.name, one.day ?? one.value),
          numbers: [one.count.toLocaleString('en'), percentText({ present: one.count, possible: present })],
        }))}
      />
      {values.length > shown && (
        <Row>
          <Button
            onPress={() => {
              setShown(shown + 200);
            }}
          >
            Show more
          </Button>
          <Soft>
            {shown.toLocaleString('en')} of {values.length.toLocaleString('en')}
            {values.length === MAX_VALUES && draft.allowedValues.length !== MAX_VALUES && ' or more'} values
          </Soft>
        </Row>
      )}
    </Stack>
  );
}
