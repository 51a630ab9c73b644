import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { checkServer, useIsAway } from '../../api/reachability.ts';
import { isOutdated } from '../../api/renewal/outdated.ts';
import { Moment } from '../../components/text/moment.tsx';
import { ToastMessage } from '../../components/feedback/toasts.tsx';

const OUTDATED = { type: 'active', predicate: isOutdated } as const;

/** Notice, while the server is away or refetching fails, of the time since which the shown data may be outdated. */
export function OutdatedNotice(): ReactNode {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const since = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => Math.min(...cache.findAll(OUTDATED).map(({ state }) => state.dataUpdatedAt)),
  );
  const isAway = useIsAway();
  if (since === Infinity && !isAway) return null;
  const onPress = (): void => {
    void checkServer();
    void client.refetchQueries(OUTDATED);
  };
  return (
    <ToastMessage action={{ label: 'Try again', onPress }}>
      {since === Infinity ? (
        'The server is not responding. This page may be out of date, and changes cannot be saved.'
      ) : (
        <>
          The server is not responding. This page was last updated <Moment time={since} /> and may be out of
          date.
        </>
      )}
    </ToastMessage>
  );
}
