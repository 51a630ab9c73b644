import { useState, type ReactNode } from 'react';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Arriving } from '../../components/layout/arriving.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { useMayEditNothing } from '../../shared/rights/use-rights.ts';
import { useUrlState } from '../../urls/search-state.ts';
import { Comparison } from './comparison.tsx';
import { HISTORY_ADDRESS } from './history-address.ts';
import { HistoryFilter } from './history-filter.tsx';
import { filterMoments, type Moment } from './moments.ts';
import { MomentList } from './moment-list.tsx';
import { SetBack } from './set-back.tsx';
import { useHistory } from './use-history.ts';

/** Changes of an entity with actor and time, newest first, and a comparison of two points in time. */
export function HistoryTab({ urn }: { readonly urn: string }): ReactNode {
  const [state, setState] = useUrlState(HISTORY_ADDRESS);
  const { history, error, retry } = useHistory(urn);
  const mayEditNothing = useMayEditNothing(urn);
  const [setBackTo, setSetBackTo] = useState<Moment>();
  // How often one was opened here: an address with a comparison leaves the focus where it is.
  const [comparisons, setComparisons] = useState(0);
  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  if (history === undefined) return <Skeleton lines={8} label="Loading the history" />;
  const { moments, histories } = history;
  if (moments.length === 0) {
    return (
      <EmptyState title="No changes to show">
        <p>
          Nothing you can see has changed since this entity was created, or its earlier versions are no longer
          stored.
        </p>
      </EmptyState>
    );
  }
  const shown = filterMoments(moments, state.filter);
  // The number on the tab counts changes among the kept versions, which everybody sees.
  const changes = moments.filter(({ differences }) => differences.length > 0);
  const changed = new Set(changes.map(({ key }) => key));
  return (
    <Stack gap={4}>
      <HistoryFilter
        moments={moments}
        filter={state.filter}
        onChange={(filter) => {
          setState({ ...state, filter });
        }}
        isComparing={state.from !== undefined}
        onCompare={() => {
          const from = state.from === undefined ? (moments.at(1)?.time ?? moments[0]?.time) : undefined;
          setComparisons(comparisons + 1);
          setState({ ...state, from, to: undefined });
        }}
      />
      {state.from !== undefined && (
        <Arriving key={comparisons} isPressed={comparisons > 0}>
          <Comparison
            histories={histories}
            moments={moments}
            from={state.from}
            to={state.to}
            filter={state.filter}
            onChange={(from, to) => {
              setState({ ...state, from, to });
            }}
          />
        </Arriving>
      )}
      <MomentList
        // A new filter starts at its newest entry.
        key={JSON.stringify(state.filter)}
        moments={shown.filter(({ key }) => changed.has(key))}
        audited={shown.filter(({ key }) => !changed.has(key))}
        history={history}
        newest={Math.max(...changes.map(({ time }) => time))}
        onCompare={(time) => {
          setComparisons(comparisons + 1);
          setState({ ...state, from: time, to: undefined });
        }}
        onSetBack={mayEditNothing ? undefined : setSetBackTo}
        onClear={() => {
          setState({ ...state, filter: { aspect: undefined, property: undefined, actor: undefined } });
        }}
      />
      {setBackTo && (
        <SetBack
          urn={urn}
          moment={setBackTo}
          histories={histories}
          onClose={() => {
            setSetBackTo(undefined);
          }}
        />
      )}
    </Stack>
  );
}
