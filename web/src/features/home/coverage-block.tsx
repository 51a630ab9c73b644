import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { counted } from '../../components/counted.ts';
import { dayText } from '../../components/text/date-text.ts';
import { BlockContent, BlockEmpty, BlockRows, ShareRow } from '../../components/layout/dashboard.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { percentText } from '../../shared/property-coverage/coverage-text.ts';
import {
  useCoverageOverTime,
  type CoverageOverTime,
  type CoveragePoint,
  type OverTimeQuestion,
} from '../../shared/property-coverage/use-coverage-over-time.ts';
import { propertyPath } from '../../urls/paths.ts';
import type { PropertyCounts } from './counts.ts';
import { LoadedBlock } from './loaded-block.tsx';
import { numberText } from '../../components/number-text.ts';
import { gapAddress } from './needs.ts';

/** Days to go back for the change. */
const DAYS = 30;

/** The share of assets that have a value of each property shown in search filters, and its change in a month. */
export function CoverageBlock({
  counts,
}: {
  readonly counts: {
    readonly data: readonly PropertyCounts[] | undefined;
    readonly error: Error | null;
    readonly retry: () => void;
  };
}): ReactNode {
  const changes = useCoverageOverTime(questionOf(counts.data));
  return (
    <LoadedBlock
      title="Coverage"
      action={<Link href="/properties">Properties</Link>}
      data={counts.data}
      error={counts.error}
      onRetry={counts.retry}
      lines={4}
    >
      {(data) => {
        const shown = data.filter(({ property }) => property.isShown);
        if (shown.length === 0) {
          return (
            <BlockEmpty>
              Properties that are a search filter appear here. Turn on Search filter in the settings of a{' '}
              <Link href="/properties">property</Link>.
            </BlockEmpty>
          );
        }
        return (
          <>
            <BlockRows>
              {shown.map(({ all, property }) => (
                <ShareRow
                  key={property.urn}
                  to={propertyPath(property.urn)}
                  name={property.name}
                  share={shareOf(all)}
                  change={changeOf(changes.data?.points.get(property.urn))}
                  gap={
                    all.missing === 0
                      ? undefined
                      : {
                          text: `${numberText(all.missing)} missing`,
                          label: `${counted(all.missing, 'asset')} without ${property.name}`,
                          to: gapAddress(property),
                        }
                  }
                />
              ))}
            </BlockRows>
            {/* Keeps its line while the history is read. */}
            <BlockContent>
              <Soft>{sinceText(changes.data)}</Soft>
            </BlockContent>
          </>
        );
      }}
    </LoadedBlock>
  );
}

/** The properties whose history is read, without columns. */
function questionOf(data: readonly PropertyCounts[] = []): OverTimeQuestion {
  const properties = data.map(({ property }) => property).filter(({ isShown }) => isShown);
  const types = [...new Set(properties.flatMap((property) => property.types))].sort();
  return { properties: properties.map(({ urn }) => urn), types, days: DAYS, points: DAYS + 1 };
}

/** The change of a share in percentage points, from the first point to the last. */
function changeOf(points: readonly CoveragePoint[] = []) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return undefined;
  const share = ({ possible, present }: CoveragePoint): number => (possible === 0 ? 0 : present / possible);
  const change = Math.round((share(last) - share(first)) * 1_000) / 10;
  const text = change > 0 ? `+${change}` : String(change);
  return { text, label: `${text} points: ${percentText(first)} on ${dayText(first.time)}` };
}

/** Since when the changes are; keeps its line until they are known. */
function sinceText(changes: CoverageOverTime | undefined): string {
  if (changes === undefined) return '\u00a0';
  const firsts = [...changes.points.values()].flatMap(([first, ...later]) =>
    first === undefined || later.length === 0 ? [] : [first.time],
  );
  if (firsts.length === 0) return 'There is no earlier coverage to compare with yet.';
  return `Change in points since ${dayText(Math.min(...firsts))}`;
}

function shareOf({ missing, present }: PropertyCounts['all']): number {
  return present + missing === 0 ? 0 : present / (present + missing);
}
