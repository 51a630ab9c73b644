import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { counted } from '../../components/counted.ts';
import { Icon } from '../../components/icons/icon.tsx';
import { BlockEmpty, BlockRow, BlockRows } from '../../components/layout/dashboard.tsx';
import { searchAddress } from '../../shared/search/search-address.ts';
import type { PropertyCounts, RestOfMonth } from './counts.ts';
import { LoadedBlock } from './loaded-block.tsx';
import { needsOf } from './needs.ts';

/** A form that asks something of the person. */
export interface FormTask {
  readonly urn: string;
  readonly name: string;
  /** What is left to do: `2 to fill in`. */
  readonly left: string;
}

/** Maximum needs shown. */
const MAX_NEEDS = 6;

/** What the person's assets need, each as a link to where it is done. */
export function NeedsBlock({
  owners,
  month,
  counts,
  tasks,
  reviewable,
  hasOwned,
}: {
  readonly owners: readonly string[];
  readonly month: RestOfMonth;
  readonly counts: {
    readonly data: readonly PropertyCounts[] | undefined;
    readonly error: Error | null;
    readonly retry: () => void;
  };
  /** Undefined until loaded. */
  readonly tasks: readonly FormTask[] | undefined;
  /** Number of open proposals that the person may decide; undefined until loaded. */
  readonly reviewable: number | undefined;
  /** Whether the person owns an asset; undefined until loaded. */
  readonly hasOwned: boolean | undefined;
}): ReactNode {
  return (
    <LoadedBlock title="Needs you" data={counts.data} error={counts.error} onRetry={counts.retry}>
      {(data) => {
        const needs = needsOf(data, owners, month).slice(0, MAX_NEEDS);
        if (needs.length === 0 && tasks?.length === 0 && reviewable === 0)
          return <NothingToDo hasOwned={hasOwned} />;
        return (
          <BlockRows>
            {reviewable !== undefined && reviewable > 0 && (
              <BlockRow to="/proposals" icon={<Icon name="chosen" />} note="Review">
                {`${counted(reviewable, 'proposal')} ${reviewable === 1 ? 'waits' : 'wait'} for your review`}
              </BlockRow>
            )}
            {(tasks ?? []).map((task) => (
              <BlockRow
                key={task.urn}
                to={`/forms/${encodeURIComponent(task.urn)}`}
                icon={<Icon name="form" />}
                note={task.left}
              >
                <NameText>{task.name}</NameText>
              </BlockRow>
            ))}
            {needs.map(({ id, kind, text, to }) => (
              <BlockRow
                key={id}
                to={to}
                icon={<Icon name={kind === 'due' ? 'history' : 'edit'} />}
                note={kind === 'due' ? 'Due' : 'Fill in'}
              >
                {text}
              </BlockRow>
            ))}
          </BlockRows>
        );
      }}
    </LoadedBlock>
  );
}

function NothingToDo({ hasOwned }: { readonly hasOwned: boolean | undefined }): ReactNode {
  const unowned = searchAddress({
    filters: { base: [{ field: 'owners', operator: 'EXISTS', values: [], isNegated: true }], groups: [] },
    view: '',
  });
  return (
    <BlockEmpty>
      {hasOwned === false ? (
        <>
          Tasks of assets that you own appear here. <Link href={unowned}>See assets without an owner</Link>
        </>
      ) : (
        'Nothing to do: your assets have all their values.'
      )}
    </BlockEmpty>
  );
}
