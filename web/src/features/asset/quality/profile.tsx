import type { ReactNode } from 'react';
import { NameText } from '../../../components/text/name-text.tsx';
import { Ago } from '../../../components/text/ago.tsx';
import { Stats } from '../../../components/data/stats.tsx';
import { Table } from '../../../components/data/table.tsx';
import { Soft } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { bytesText, percentText } from './profile-numbers.ts';

/** A profile of a dataset at one time. */
export interface DatasetProfile {
  readonly timestampMillis: number;
  readonly rowCount: number | null;
  readonly columnCount: number | null;
  readonly sizeInBytes: number | null;
  readonly fieldProfiles: readonly FieldProfile[] | null;
}

interface FieldProfile {
  readonly fieldPath: string;
  readonly nullCount: number | null;
  readonly nullProportion: number | null;
  readonly uniqueCount: number | null;
  readonly min: string | null;
  readonly max: string | null;
  readonly mean: string | null;
}

/** Maximum columns shown. */
const SHOWN = 200;

/** Columns of the table that many profiles do not fill. */
const EXTREMES = [
  { id: 'min', label: 'Least' },
  { id: 'mean', label: 'Mean' },
  { id: 'max', label: 'Most' },
] as const;

/** Numbers of the latest profile: rows, size, and missing and distinct values of each column. */
export function Profile({ profile }: { readonly profile: DatasetProfile }): ReactNode {
  const { columnCount, rowCount, sizeInBytes, timestampMillis } = profile;
  const fields = profile.fieldProfiles ?? [];
  const stats = [
    ...(rowCount === null ? [] : [{ label: 'Rows', value: rowCount.toLocaleString('en') }]),
    ...(columnCount === null ? [] : [{ label: 'Columns', value: columnCount.toLocaleString('en') }]),
    ...(sizeInBytes === null ? [] : [{ label: 'Size', value: bytesText(sizeInBytes) }]),
  ];
  return (
    <Section
      title="Profile"
      action={
        <Soft>
          Measured <Ago time={timestampMillis} />
        </Soft>
      }
    >
      {stats.length > 0 && <Stats stats={stats} />}
      {fields.length > 0 && (
        <Table
          label="Columns of the profile"
          items={fields.slice(0, SHOWN)}
          keyOf={({ fieldPath }) => fieldPath}
          columns={[
            {
              id: 'column',
              label: 'Column',
              render: ({ fieldPath }) => (
                <code>
                  <NameText>{fieldPath}</NameText>
                </code>
              ),
            },
            {
              id: 'nulls',
              label: 'Missing',
              isNumeric: true,
              render: ({ nullCount, nullProportion }) =>
                nullProportion === null ? numberText(nullCount) : percentText(nullProportion),
            },
            {
              id: 'distinct',
              label: 'Distinct',
              isNumeric: true,
              render: ({ uniqueCount }) => numberText(uniqueCount),
            },
            ...EXTREMES.filter(({ id }) => fields.some((field) => field[id] !== null)).map(
              ({ id, label }) => ({
                id,
                label,
                isNumeric: true,
                isExtra: true,
                render: (field: FieldProfile) => field[id],
              }),
            ),
          ]}
        />
      )}
      {fields.length > SHOWN && <Soft>and {(fields.length - SHOWN).toLocaleString('en')} more columns.</Soft>}
    </Section>
  );
}

function numberText(value: number | null): string | null {
  return value === null ? null : value.toLocaleString('en');
}
