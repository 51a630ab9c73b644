import type { ReactNode } from 'react';
import { Select } from '../../components/fields/choice.tsx';
import type { NewToken } from './token-data.ts';

/** How long a token is valid. */
export type Duration = NewToken['duration'];

const DURATIONS: readonly { readonly value: Duration; readonly label: string }[] = [
  { value: 'ONE_HOUR', label: 'One hour' },
  { value: 'ONE_DAY', label: 'One day' },
  { value: 'ONE_WEEK', label: 'One week' },
  { value: 'ONE_MONTH', label: 'One month' },
  { value: 'THREE_MONTHS', label: 'Three months' },
  { value: 'SIX_MONTHS', label: 'Six months' },
  { value: 'ONE_YEAR', label: 'One year' },
  { value: 'NO_EXPIRY', label: 'No expiry' },
];

/** Choice of the lifetime of a token. */
export function DurationField({
  duration,
  onChange,
}: {
  readonly duration: Duration;
  readonly onChange: (duration: Duration) => void;
}): ReactNode {
  return (
    <Select
      label="Valid for"
      choices={DURATIONS}
      value={duration}
      onChange={(value) => onChange(DURATIONS.find((known) => known.value === value)?.value ?? duration)}
    />
  );
}
