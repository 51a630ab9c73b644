import { useMemo, type ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { ComparedSides } from '../../components/lists/change-list.tsx';
import { momentText } from '../../components/text/date-text.ts';
import { Panel, Soft, Stack } from '../../components/layout/layout.tsx';
import type { AspectHistory } from '../../shared/entities/aspect-versions.ts';
import {
  aspectLabel,
  differenceLabel,
  differenceSides,
  urnsIn,
} from '../../shared/differences/difference-text.ts';
import { compareTimes, filterMoments, unknownAt, type Moment, type MomentFilter } from './moments.ts';

const NOW = 'now';

/** Later than any time. */
const END = Number.MAX_SAFE_INTEGER;

/** Differences between two points in time, properties first, old and new side by side. */
export function Comparison({
  histories,
  moments,
  from,
  to,
  filter,
  onChange,
}: {
  readonly histories: readonly AspectHistory[];
  readonly moments: readonly Moment[];
  readonly from: number;
  readonly to: number | undefined;
  readonly filter: MomentFilter;
  /** Called with undefined times to close the comparison. */
  readonly onChange: (from: number | undefined, to: number | undefined) => void;
}): ReactNode {
  const found = useMemo(() => {
    const compared = compareTimes(histories, from, to ?? END);
    // Applies the history's filter except the person, because several people may have made the changes in between.
    const only = { ...filter, actor: undefined };
    const whole = { key: '', time: from, actor: undefined, differences: compared, remarks: [] };
    return filterMoments([whole], only).flatMap((moment) => moment.differences);
  }, [histories, from, to, filter]);
  const naming = useEntityNames(urnsIn(found));
  const unknown = unknownAt(histories, from, to ?? END);
  const times = [
    ...new Set([...moments.map(({ time }) => time), from, ...(to === undefined ? [] : [to])]),
  ].sort((a, b) => b - a);
  const choices = times.map((time) => ({ value: String(time), label: preciseText(time, times) }));
  const rows = found.map((difference) => ({
    key: [difference.aspect, ...difference.path].join('\n'),
    label: differenceLabel(difference, naming),
    ...differenceSides(difference, naming),
  }));
  return (
    <Panel label="Comparison">
      <Stack>
        <Toolbar
          end={
            <Button look="quiet" onPress={() => onChange(undefined, undefined)}>
              Close comparison
            </Button>
          }
        >
          <Select
            label="From"
            choices={choices}
            value={String(from)}
            onChange={(value) => {
              onChange(Number(value), to);
            }}
          />
          <Select
            label="To"
            choices={[{ value: NOW, label: 'Now' }, ...choices]}
            value={to === undefined ? NOW : String(to)}
            onChange={(value) => {
              onChange(from, value === NOW ? undefined : Number(value));
            }}
          />
        </Toolbar>
        {found.length === 0 ? (
          <p>No differences between these times.</p>
        ) : (
          <ComparedSides label="Differences" rows={rows} />
        )}
        {unknown.length > 0 && (
          <Soft>
            Not compared, because no version from that time is stored: {unknown.map(aspectLabel).join(', ')}.
          </Soft>
        )}
      </Stack>
    </Panel>
  );
}

/** Formats a time, with seconds if another one would read the same. */
function preciseText(time: number, times: readonly number[]): string {
  const text = momentText(time);
  const isAmbiguous = times.some((other) => other !== time && momentText(other) === text);
  return isAmbiguous ? `${text} (${new Date(time).toISOString().slice(17, 23)} s)` : text;
}
