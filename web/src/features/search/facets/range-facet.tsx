import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { DayField, TextField } from '../../../components/fields/fields.tsx';
import { RangeFields, RangeSlider } from '../../../components/fields/range-slider.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft } from '../../../components/layout/layout.tsx';
import type { FacetChoice } from './facet-choice.ts';
import { valueLabel, type Field } from '../../../shared/search/fields.ts';
import { partsOf, scaleOf, type RangePart, type RangeScale } from './range-parts.ts';
import type { SearchInput } from '../search-input.ts';

const RANGE = graphql(`
  query range($input: SummarizeAcrossEntitiesInput!) {
    summarizeAcrossEntities(input: $input) {
      fields {
        min
        max
        ranges {
          count
        }
      }
    }
  }
`);

interface Histogram {
  readonly min: number;
  readonly max: number;
  readonly counts: readonly number[];
}

/** Facet of a number or date field: a histogram with two handles, and fields for exact bounds. */
export function RangeFacet({
  field,
  choice,
  search,
  onChange,
}: {
  readonly field: Field;
  readonly choice: FacetChoice;
  /** The search without this facet's selection. */
  readonly search: SearchInput;
  readonly onChange: (choice: FacetChoice) => void;
}): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['range', field.name, search],
    queryFn: ({ signal }) => readHistogram(field, search, signal),
    placeholderData: keepPreviousData,
  });
  const setBounds = (from: string | undefined, to: string | undefined): void => {
    const presence = choice.presence === 'none' ? undefined : choice.presence;
    onChange({ ...choice, presence, from, to });
  };
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={3} />;
  const scale = scaleOf(field, data?.min ?? 0, data?.max ?? 1);
  return (
    <>
      {data === null && <Soft>No values</Soft>}
      {data !== null && (
        <RangeSlider
          label={field.label}
          min={data.min}
          max={data.max}
          from={scale.ofText(choice.from ?? '') ?? data.min}
          to={scale.ofText(choice.to ?? '') ?? data.max}
          counts={data.counts}
          format={(value) => valueLabel(field, scale.toText(value), String)}
          toValue={scale.round}
          onChange={(from, to) => {
            setBounds(
              from <= data.min ? undefined : scale.toText(from),
              to >= data.max ? undefined : scale.toText(to),
            );
          }}
        />
      )}
      <RangeFields>
        <BoundField
          field={field}
          label={field.kind === 'date' ? 'From' : 'At least'}
          text={choice.from}
          scale={scale}
          onChange={(from) => setBounds(from, choice.to)}
        />
        <BoundField
          field={field}
          label={field.kind === 'date' ? 'To' : 'At most'}
          text={choice.to}
          scale={scale}
          onChange={(to) => setBounds(choice.from, to)}
        />
      </RangeFields>
    </>
  );
}

/** Field for one bound. Takes effect on blur or Enter, so that a partly typed number is not searched. */
function BoundField({
  field,
  label,
  text,
  scale,
  onChange,
}: {
  readonly field: Field;
  readonly label: string;
  readonly text: string | undefined;
  readonly scale: RangeScale;
  readonly onChange: (text: string | undefined) => void;
}): ReactNode {
  const [typed, setTyped] = useState(text ?? '');
  useEffect(() => {
    setTyped(text ?? '');
  }, [text]);
  const isBad = typed !== '' && scale.ofText(typed) === undefined;
  const commit = (): void => {
    const next = typed === '' ? undefined : typed.trim();
    if (!isBad && next !== text) onChange(next);
  };
  const problem = isBad ? 'Enter a number.' : undefined;
  return (
    // The bound takes effect on blur.
    <div onBlur={commit}>
      {field.kind === 'date' ? (
        <DayField label={label} value={typed} onChange={setTyped} />
      ) : (
        <TextField label={label} value={typed} onChange={setTyped} problem={problem} onEnter={commit} />
      )}
    </div>
  );
}

/** Reads minimum, maximum, and counts of equal ranges between them; null if there are no values. */
async function readHistogram(
  field: Field,
  search: SearchInput,
  signal: AbortSignal,
): Promise<Histogram | null> {
  const summarize = async (
    ranges: RangePart[],
  ): Promise<{ min: number | null; max: number | null; counts: number[] }> => {
    const input = { ...search, fields: [{ field: field.name, ranges, values: 0 }] };
    const { summarizeAcrossEntities: summary } = await query(RANGE, { input }, signal, 'heavy');
    const found = summary?.fields[0];
    return {
      min: found?.min ?? null,
      max: found?.max ?? null,
      counts: (found?.ranges ?? []).map(({ count }) => count),
    };
  };
  const { min, max } = await summarize([]);
  if (min === null || max === null) return null;
  const { counts } = await summarize(partsOf(min, max, scaleOf(field, min, max)));
  return { min, max, counts };
}
