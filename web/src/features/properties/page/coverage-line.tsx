import type { ReactNode } from 'react';
import { LineChart } from '../../../components/charts/line-chart.tsx';
import { dayText } from '../../../components/text/date-text.ts';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { countsText, percentText } from '../../../shared/property-coverage/coverage-text.ts';
import { useCoverageOverTime } from '../../../shared/property-coverage/use-coverage-over-time.ts';

const DAYS = 30;

/** Coverage of a property in the last month, as a line. */
export function CoverageLine({ urn }: { readonly urn: string }): ReactNode {
  const { data, error, refetch } = useCoverageOverTime({ properties: [urn], days: DAYS, points: DAYS + 1 });
  const points = data?.points.get(urn) ?? [];
  const [first] = points;
  return (
    <Stack gap={2}>
      <h2>Over time</h2>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={9} label="Reading the history" />}
      {points.length > 1 && (
        <LineChart
          label="Coverage over time"
          most={1}
          scaleText={(value) => `${Math.round(value * 100)} %`}
          points={points.map((point) => ({
            label: dayText(point.time),
            value: point.possible === 0 ? 0 : point.present / point.possible,
            text: `${percentText(point)}, ${countsText(point)} assets`,
          }))}
        />
      )}
      {first !== undefined && <Soft>{reachText(first.time, points.length)}</Soft>}
    </Stack>
  );
}

/** How far the history reaches: `History since 3 November.`. */
function reachText(first: number, points: number): string {
  if (points === 1) return 'There is no history yet: this property or its assets are new today.';
  if (points === DAYS + 1) return `Assets that exist today, in the last ${DAYS} days.`;
  return `Assets that exist today. There is no history before ${dayText(first)}.`;
}
