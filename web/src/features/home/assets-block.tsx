import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { PlatformMark } from '../../components/icons/platform-mark.tsx';
import { BlockEmpty, BlockRow, BlockRows } from '../../components/layout/dashboard.tsx';
import { searchAddress } from '../../shared/search/search-address.ts';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../urls/urn.ts';
import type { ListedAsset } from './assets-data.ts';
import { is } from './counts.ts';
import { numberText } from '../../components/number-text.ts';
import { LoadedBlock } from './loaded-block.tsx';

/** Maximum assets shown. */
const MAX_SHOWN = 6;

/** The assets that the person or the person's groups own. */
export function AssetsBlock({
  owners,
  owned,
  error,
  onRetry,
}: {
  readonly owners: readonly string[];
  readonly owned: { readonly total: number; readonly assets: readonly ListedAsset[] } | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
}): ReactNode {
  const all = searchAddress({ filters: { base: [is('owners', owners)], groups: [] }, view: '' });
  return (
    <LoadedBlock
      title="Your assets"
      action={
        owned !== undefined &&
        owned.total > MAX_SHOWN && <Link href={all}>{`All ${numberText(owned.total)}`}</Link>
      }
      data={owned}
      error={error}
      onRetry={onRetry}
      lines={6}
    >
      {({ assets }) =>
        assets.length === 0 ? (
          <BlockEmpty>
            You own no assets yet. Open an asset and add yourself to its owners, or{' '}
            <Link href="/search">search the catalog</Link>.
          </BlockEmpty>
        ) : (
          <BlockRows>
            {assets.slice(0, MAX_SHOWN).map(({ name, platform, urn }) => (
              <BlockRow
                key={urn}
                to={entityPath(urn)}
                icon={<EntityIcon type={entityTypeOf(urn)} />}
                note={
                  platform === undefined ? (
                    entityTypeLabel(entityTypeOf(urn))
                  ) : (
                    <>
                      <PlatformMark platform={shortName(platform.urn)} name={platform.name} />
                      <NameText>{platform.name}</NameText>
                    </>
                  )
                }
              >
                <NameText>{name}</NameText>
              </BlockRow>
            ))}
          </BlockRows>
        )
      }
    </LoadedBlock>
  );
}
