import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice, Notice, Progress } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';

const ROOT = '/api/colophon/v1';

const LOAD_KEY = ['loadDemo'];

/** The progress is shown only if the load takes longer, in ms. */
const PATIENCE_MS = 2_000;

/** Polling interval of the number of loaded entities, in ms. */
const FOLLOW_MS = 1_000;

/** Whether the demo is being loaded, or could not be: the page then keeps showing the button, beside which it says so. */
export function useKeepsDemoButton(): boolean {
  const states = useMutationState({
    filters: { mutationKey: LOAD_KEY },
    select: ({ state: { status } }) => status,
  });
  const last = states.at(-1);
  return last === 'pending' || last === 'error';
}

/** Loads the demo into the empty catalog, then fills the page. */
export function LoadDemo(): ReactNode {
  const client = useQueryClient();
  const load = useMutation({
    mutationKey: LOAD_KEY,
    mutationFn: () => request(`${ROOT}/demo`, { body: {} }),
    onSuccess: async () => {
      showToast('The demo is loaded');
      await client.invalidateQueries();
    },
  });
  return (
    <>
      <Button
        look="primary"
        isPending={load.isPending}
        onPress={() => {
          load.mutate();
        }}
      >
        Load the demo
      </Button>
      {load.isPending && <LoadProgress />}
      {load.error && <Failure error={load.error} />}
    </>
  );
}

/** The number of entities loaded so far, after a moment. */
function LoadProgress(): ReactNode {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLong(true);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  const { data: count = 0 } = useQuery({
    queryKey: ['loadedEntities'],
    queryFn: async ({ signal }) => countIn(await request(`${ROOT}/status`, { signal })),
    enabled: isLong,
    refetchInterval: FOLLOW_MS,
  });
  return isLong && <Progress label="Entities loaded" done={count} />;
}

function Failure({ error }: { readonly error: Error }): ReactNode {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 409) {
    return (
      <Notice tone="bad">
        The catalog has assets that you cannot see, or deleted ones. The demo loads only into an empty
        catalog.
      </Notice>
    );
  }
  if (status === 403) return <Notice tone="bad">You may no longer load the demo.</Notice>;
  return <ErrorNotice error={error} />;
}

/** The number of entities in a status of the server. */
function countIn(status: unknown): number {
  const counts = isObject(status) && isObject(status['entities']) ? Object.values(status['entities']) : [];
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0);
}
