import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { Icon } from '../../components/icons/icon.tsx';
import { BlockEmpty, BlockRow, BlockRows } from '../../components/layout/dashboard.tsx';
import { searchAddress } from '../../shared/search/search-address.ts';
import { LoadedBlock } from './loaded-block.tsx';

/** A saved view. */
interface NamedView {
  readonly urn: string;
  readonly name: string;
  readonly description: string;
  readonly isGlobal: boolean;
}

/** Maximum views shown. */
const MAX_SHOWN = 8;

/** The saved views that the person can select, as searches. */
export function ViewsBlock({
  views,
  error,
  onRetry,
}: {
  readonly views: readonly NamedView[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
}): ReactNode {
  return (
    <LoadedBlock title="Views" data={views} error={error} onRetry={onRetry}>
      {(all) =>
        all.length === 0 ? (
          <BlockEmpty>
            A view keeps a set of filters. <Link href="/search">Filter a search</Link>, then choose Save as
            view.
          </BlockEmpty>
        ) : (
          <BlockRows>
            {all.slice(0, MAX_SHOWN).map(({ isGlobal, name, urn }) => (
              <BlockRow
                key={urn}
                to={searchAddress({ view: urn })}
                icon={<Icon name="view" />}
                note={isGlobal ? 'For all users' : 'Only mine'}
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
