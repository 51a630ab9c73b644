import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Stats } from '../../components/data/stats.tsx';
import { countsText, percentText } from '../../shared/property-coverage/coverage-text.ts';
import { gapAddress } from '../../shared/property-coverage/gap-address.ts';
import { useCoverage } from '../../shared/property-coverage/use-coverage.ts';
import type { Criterion } from '../../shared/search/filters.ts';

/** Maximum properties shown. */
const MOST = 6;

/** Coverage of the properties that are search filters in these assets, each with a link to the assets without a value. */
export function CoverageStrip({ criterion }: { readonly criterion: Criterion }): ReactNode {
  const { data = [] } = useCoverage({ filters: { base: [criterion], groups: [] }, groups: 0 });
  const shown = data.filter(({ possible }) => possible > 0).slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Coverage of these assets">
      <Stats
        stats={shown.map((coverage) => ({
          label: coverage.name,
          value: percentText(coverage),
          note:
            coverage.present === coverage.possible ? (
              countsText(coverage)
            ) : (
              <Link href={gapAddress(coverage, { within: [criterion] })}>
                {(coverage.possible - coverage.present).toLocaleString('en')} without a value
              </Link>
            ),
        }))}
      />
    </section>
  );
}
