import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { counted } from '../../components/counted.ts';
import { BlockEmpty, BlockRows, ShareRow } from '../../components/layout/dashboard.tsx';
import { propertyPath } from '../../urls/paths.ts';
import type { PropertyCounts } from './counts.ts';
import { LoadedBlock } from './loaded-block.tsx';
import { gapAddress } from './needs.ts';

/** The share of assets that have a value of each property shown in search filters. */
export function CoverageBlock({
  counts,
}: {
  readonly counts: {
    readonly data: readonly PropertyCounts[] | undefined;
    readonly error: Error | null;
    readonly retry: () => void;
  };
}): ReactNode {
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
          <BlockRows>
            {shown.map(({ all, property }) => (
              <ShareRow
                key={property.urn}
                to={propertyPath(property.urn)}
                name={property.name}
                share={shareOf(all)}
                gap={
                  all.missing === 0
                    ? undefined
                    : {
                        text: `${all.missing.toLocaleString('en')} missing`,
                        label: `${counted(all.missing, 'asset')} without ${property.name}`,
                        to: gapAddress(property),
                      }
                }
              />
            ))}
          </BlockRows>
        );
      }}
    </LoadedBlock>
  );
}

function shareOf({ missing, present }: PropertyCounts['all']): number {
  return present + missing === 0 ? 0 : present / (present + missing);
}
