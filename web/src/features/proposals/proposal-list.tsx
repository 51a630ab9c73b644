import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chips } from '../../components/controls/chips.tsx';
import { ListPager } from '../../components/controls/pager.tsx';
import { useRowKeys } from '../../components/controls/row-keys.ts';
import { Toggles } from '../../components/controls/toggles.tsx';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Table } from '../../components/data/table.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Select } from '../../components/fields/choice.tsx';
import { Soft, Stack } from '../../components/layout/layout.tsx';
import { numberText } from '../../components/number-text.ts';
import { Ago } from '../../components/text/ago.tsx';
import { NameText } from '../../components/text/name-text.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import {
  PROPOSAL_STATES,
  proposalsQuery,
  titleInList,
  type ProposalSummary,
} from '../../shared/proposals/proposals.ts';
import { proposalPath } from '../../urls/paths.ts';
import { useUrlState } from '../../urls/search-state.ts';
import { LIST_STATE, PAGE_SIZE, filterOf, type ProposalListState } from './list-state.ts';
import { StateBadge, stateText } from './proposal-state.tsx';

const WHOSE = [
  { of: 'review', label: 'For your review' },
  { of: 'me', label: 'Yours' },
  { of: 'all', label: 'All' },
] as const;

const STATES = [
  ...PROPOSAL_STATES.map((state) => ({ value: state, label: stateText(state) })),
  { value: 'ANY' as const, label: 'Any' },
];

/** Proposals, newest first, with filters. `j` and `k` or the arrow keys move between them; Enter opens one. */
export function ProposalList(): ReactNode {
  const [state, setState] = useUrlState(LIST_STATE);
  const { data, error, refetch } = useQuery({
    ...proposalsQuery(filterOf(state)),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap={4}>
      <Filters state={state} onState={(changed) => setState({ ...state, ...changed, start: 0 })} />
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data?.total === 0 && (
        <Nothing state={state} onAll={() => setState({ ...state, of: 'all', state: 'ANY', start: 0 })} />
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <p role="status">
            <Soft>{counted(data.total, 'proposal')}</Soft>
          </p>
          <Rows proposals={data.proposals} />
          <ListPager
            label="Pages of proposals"
            start={state.start}
            pageSize={PAGE_SIZE}
            total={data.total}
            onStart={(start) => setState({ ...state, start })}
          />
        </>
      )}
    </Stack>
  );
}

function Filters({
  state: { of, state, urn },
  onState,
}: {
  readonly state: ProposalListState;
  readonly onState: (changed: Partial<ProposalListState>) => void;
}): ReactNode {
  const nameOf = useEntityNames(urn === '' ? [] : [urn]);
  return (
    <Toolbar>
      <Toggles
        label="Whose"
        toggles={WHOSE.map((choice) => ({
          label: choice.label,
          isOn: choice.of === of,
          onPress: () => onState({ of: choice.of }),
        }))}
      />
      <Select
        label="State"
        choices={STATES}
        // Only open ones can be decided.
        value={of === 'review' ? 'OPEN' : state}
        isDisabled={of === 'review'}
        onChange={(value) => onState({ state: STATES.find((one) => one.value === value)?.value ?? 'OPEN' })}
      />
      {urn !== '' && (
        <Chips
          label="About"
          items={[{ id: urn, text: `About ${nameOf(urn)}` }]}
          onRemove={() => onState({ urn: '' })}
        />
      )}
    </Toolbar>
  );
}

function Nothing({
  state: { of, state },
  onAll,
}: {
  readonly state: ProposalListState;
  readonly onAll: () => void;
}): ReactNode {
  if (of === 'review') {
    return (
      <EmptyState title="Nothing to review" actions={<Button onPress={onAll}>Show all proposals</Button>}>
        <p>No open proposal needs you. A proposal appears here if you may make one of its changes.</p>
      </EmptyState>
    );
  }
  if (of === 'me' && state === 'OPEN') {
    return (
      <EmptyState title="You have no open proposals">
        <p>Where you may not edit an asset, you can propose a change on its page.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No proposals match">
      <p>Choose another state, or all proposals.</p>
    </EmptyState>
  );
}

/** Targets named in a row. */
const NAMED = 2;

function Rows({ proposals }: { readonly proposals: readonly ProposalSummary[] }): ReactNode {
  const frame = useRowKeys();
  const nameOf = useEntityNames(
    proposals.flatMap(({ proposer, targets }) => [proposer, ...targets.slice(0, NAMED)]),
  );
  return (
    <div ref={frame}>
      <Table
        label="Proposals"
        items={proposals}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'title',
            label: 'Proposal',
            render: ({ id, title }) => (
              <Link href={proposalPath(id)}>
                <NameText>{titleInList({ title })}</NameText>
              </Link>
            ),
          },
          {
            id: 'targets',
            label: 'About',
            render: ({ targets }) => <Targets targets={targets} nameOf={nameOf} />,
          },
          {
            id: 'proposer',
            label: 'Proposed by',
            render: ({ proposer }) => <EntityLink urn={proposer} name={nameOf(proposer)} />,
          },
          { id: 'age', label: 'When', isBrief: true, render: ({ createdAt }) => <Ago time={createdAt} /> },
          { id: 'state', label: 'State', isBrief: true, render: ({ state }) => <StateBadge state={state} /> },
        ]}
      />
    </div>
  );
}

function Targets({
  targets,
  nameOf,
}: {
  readonly targets: readonly string[];
  readonly nameOf: (urn: string) => string;
}): ReactNode {
  const left = targets.length - NAMED;
  return (
    <Stack gap={1}>
      {targets.slice(0, NAMED).map((urn) => (
        <EntityLink key={urn} urn={urn} name={nameOf(urn)} />
      ))}
      {left > 0 && <Soft>{`and ${numberText(left)} more`}</Soft>}
    </Stack>
  );
}
