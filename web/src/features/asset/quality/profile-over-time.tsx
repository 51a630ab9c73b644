import { useState, type ReactNode } from 'react';
import { LineChart, type LinePoint } from '../../../components/charts/line-chart.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { bytesText, percentText } from './profile-numbers.ts';

/** A profile of a dataset at an earlier time. */
export interface FormerProfile {
  readonly timestampMillis: number;
  readonly rowCount: number | null;
  readonly sizeInBytes: number | null;
  readonly fieldProfiles:
    | readonly { readonly fieldPath: string; readonly nullProportion: number | null }[]
    | null;
}

/** Something that profiles measure. */
interface Measure {
  readonly id: string;
  readonly label: string;
  readonly valueOf: (profile: FormerProfile) => number | null | undefined;
  readonly textOf: (value: number) => string;
  /** Text of a value on the scale. */
  readonly scaleText: (value: number) => string;
  /** Ends of the scale, from the least and the greatest value. */
  readonly scaleOf: (least: number, greatest: number) => readonly [number, number];
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A scale around the values: rows and sizes change by small parts, which a scale from 0 would hide. */
function around(least: number, greatest: number): readonly [number, number] {
  const room = (greatest - least) / 10;
  const isSmall = greatest - least < greatest / 2;
  return [isSmall && room > 0 ? least - room : 0, Math.max(1, greatest + room)];
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });

const ROWS: Measure = {
  id: 'rows',
  label: 'Rows',
  valueOf: ({ rowCount }) => rowCount,
  textOf: (value) => `${value.toLocaleString('en')} rows`,
  scaleText: (value) => COMPACT.format(value),
  scaleOf: around,
};
const SIZE: Measure = {
  id: 'size',
  label: 'Size',
  valueOf: ({ sizeInBytes }) => sizeInBytes,
  textOf: bytesText,
  scaleText: bytesText,
  scaleOf: around,
};

/** The measures of profiles as a line, one at a time: rows, size, and the share of missing values of each column. */
export function ProfileOverTime({ profiles }: { readonly profiles: readonly FormerProfile[] }): ReactNode {
  const [chosen, setChosen] = useState(ROWS.id);
  const ordered = profiles.toSorted((a, b) => a.timestampMillis - b.timestampMillis);
  const measures = measuresOf(ordered);
  const measure = measures.find(({ id }) => id === chosen) ?? measures[0];
  if (measure === undefined) return null;
  const points = pointsOf(ordered, measure);
  const values = points.map(({ value }) => value);
  const [least, most] = measure.scaleOf(Math.min(...values), Math.max(...values));
  return (
    <Section
      title="Profile over time"
      action={
        <Select
          label="Measure"
          isLabelHidden
          choices={measures.map(({ id, label }) => ({ value: id, label }))}
          value={measure.id}
          onChange={setChosen}
        />
      }
    >
      <LineChart
        key={measure.id}
        label={`${measure.label} over time`}
        points={points}
        least={least}
        most={most}
        scaleText={measure.scaleText}
      />
    </Section>
  );
}

/** The measures that at least two profiles have. */
function measuresOf(profiles: readonly FormerProfile[]): readonly Measure[] {
  const columns = new Set(
    profiles.flatMap(({ fieldProfiles }) => (fieldProfiles ?? []).map(({ fieldPath }) => fieldPath)),
  );
  return [ROWS, SIZE, ...[...columns].map(missingIn)].filter(
    (measure) => pointsOf(profiles, measure).length > 1,
  );
}

function missingIn(column: string): Measure {
  return {
    id: `missing ${column}`,
    label: `Missing values of ${column}`,
    valueOf: ({ fieldProfiles }) =>
      fieldProfiles?.find(({ fieldPath }) => fieldPath === column)?.nullProportion,
    textOf: percentText,
    scaleText: percentText,
    // Small shares are the usual ones: a scale to 100 % would hide how they change.
    scaleOf: (_least, greatest) => [0, [0.01, 0.05, 0.1, 0.25, 0.5].find((most) => greatest <= most) ?? 1],
  };
}

/** One point for each profile that has the measure; with the time of day if there are several a day. */
function pointsOf(profiles: readonly FormerProfile[], { textOf, valueOf }: Measure): readonly LinePoint[] {
  const days = new Set(profiles.map(({ timestampMillis }) => DAY.format(timestampMillis)));
  const when = days.size === profiles.length ? DAY : MINUTE;
  const byLabel = new Map<string, LinePoint>();
  for (const profile of profiles) {
    const value = valueOf(profile);
    if (value === null || value === undefined) continue;
    const label = when.format(profile.timestampMillis);
    byLabel.set(label, { label, value, text: textOf(value) });
  }
  return [...byLabel.values()];
}
