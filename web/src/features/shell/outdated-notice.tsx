import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { isOutdated } from '../../api/renewal/outdated.ts';
import { Moment } from '../../components/data/moment.tsx';
import { ToastMessage } from '../../components/feedback/toasts.tsx';

const OUTDATED = { type: 'active', predicate: isOutdated } as const;

/** Notice, while refetching fails, of the time since which the shown data may be outdated. */
export function OutdatedNotice(): ReactNode {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const since = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => Math.min(...cache.findAll(OUTDATED).map(({ state }) => state.dataUpdatedAt)),
  );
  if (since === Infinity) return null;
  const action = { label: 'Try again', onPress: () => void client.refetchQueries(OUTDATED) };
  return (
    <ToastMessage action={action}>
      The server is not responding. This page was last updated <Moment time={since} /> and may be out of date.
    </ToastMessage>
  );
}
