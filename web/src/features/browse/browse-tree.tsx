import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { Tree, TreeEntry } from '../../components/lists/tree.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Hidden, Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { assetsAddress } from '../../shared/search/filter-address.ts';
import type { BrowseKind } from '../../shared/search/kinds.ts';
import { readBranch, readCounts, type BrowseItem, type Counts } from './read-branch.ts';

/** Entities per page of a level. */
const PAGE = 100;

interface LevelProps {
  readonly kind: BrowseKind;
  /** Urn of the parent; undefined for the top level. */
  readonly parent?: string | undefined;
  readonly label: string;
  /** Shows matches at any depth; '' shows the tree. */
  readonly text: string;
}

/** One level of a tree of entities, each with its assets; loaded when it is expanded. */
export function BrowseLevel({ kind, parent, label, text }: LevelProps): ReactNode {
  const [count, setCount] = useState(PAGE);
  const { data, error, refetch } = useQuery({
    queryKey: ['browseBranch', kind.id, parent, text, count],
    meta: { shows: 'all' },
    queryFn: ({ signal }) => readBranch(kind, parent, text, count, signal),
    placeholderData: (before) => before,
  });
  const assets = useCounts(kind.assetField, []);
  const below = useCounts(kind.parentField, kind.types);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={parent === undefined ? 8 : 2} label={`Loading ${label}`} />;
  if (data.items.length === 0 && parent !== undefined) return <Soft>Nothing in this group yet.</Soft>;
  const left = data.total - data.items.length;
  return (
    <Stack>
      {parent === undefined && (
        <Hidden>
          <span role="status">{text !== '' && `${data.total.toLocaleString('en')} found`}</span>
        </Hidden>
      )}
      {data.items.length === 0 ? (
        <NothingThere kind={kind} text={text} />
      ) : (
        <Tree label={label}>
          {data.items.map((item) => (
            <Entry
              key={item.urn}
              kind={kind}
              item={item}
              assets={assets}
              below={text === '' ? below : undefined}
            />
          ))}
        </Tree>
      )}
      {left > 0 && (
        <Row>
          <Button
            onPress={() => {
              setCount(count + PAGE);
            }}
          >
            {`Show more ${label} (${left.toLocaleString('en')} left)`}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

function Entry({
  kind,
  item,
  assets,
  below,
}: {
  readonly kind: BrowseKind;
  readonly item: BrowseItem;
  readonly assets: Counts | undefined;
  readonly below: Counts | undefined;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { urn, name, about } = item;
  // An unknown count may be above zero.
  const hasBelow = kind.parentField !== undefined && below !== undefined && below.get(urn) !== 0;
  // Counts include only assets of the entity itself; the search also finds those of its descendants.
  const isTop = hasBelow && kind.includesBelow;
  const address = assetsAddress(urn);
  return (
    <TreeEntry
      name={name}
      title={<EntityLink urn={urn} name={name} />}
      {...(about !== '' && { about })}
      {...(address !== undefined && {
        aside: (
          <AssetsLink
            kind={kind}
            address={address}
            name={name}
            count={isTop ? undefined : assets?.get(urn)}
          />
        ),
      })}
      isOpen={isOpen}
      {...(hasBelow && {
        onToggle: () => {
          setOpen(!isOpen);
        },
      })}
    >
      <BrowseLevel kind={kind} parent={urn} label={name} text="" />
    </TreeEntry>
  );
}

/** Link to the search for an entity's assets. */
function AssetsLink({
  kind,
  address,
  name,
  count,
}: {
  readonly kind: BrowseKind;
  readonly address: string;
  readonly name: string;
  readonly count: number | undefined;
}): ReactNode {
  const isExact = count !== undefined && count > 0;
  const text = isExact ? counted(count, 'asset') : 'Assets';
  if (count === 0 && !kind.includesBelow) return <span>No assets</span>;
  return (
    <Link href={address} aria-label={`${text} of ${name}`}>
      {text}
    </Link>
  );
}

function NothingThere({ kind, text }: { readonly kind: BrowseKind; readonly text: string }): ReactNode {
  return text === '' ? (
    <EmptyState title={`No ${kind.label.toLowerCase()} yet`}>
      <p>{kind.about}. Ingestion brings them, or people who may create them.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No matches">
      <p>No name or description contains these words. Try fewer or different ones.</p>
    </EmptyState>
  );
}

/** Asset counts by the values of a field; undefined until loaded, and without a field. */
function useCounts(field: string | undefined, types: BrowseKind['types']): Counts | undefined {
  const { data } = useQuery({
    queryKey: ['browseCounts', field, types],
    meta: { shows: 'all' },
    queryFn: ({ signal }) => readCounts(field ?? '', types, signal),
    enabled: field !== undefined,
  });
  return data;
}
