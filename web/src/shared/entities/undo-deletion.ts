import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { showToast } from '../../components/feedback/toasts.tsx';

/** Undoes a permanent deletion. Throws {@link ApiError}. */
export async function undoDeletion(urn: string): Promise<void> {
  await request('/api/colophon/v1/undo', { body: { urn } });
}

/** Returns a function that confirms a permanent deletion in a toast, with *Undo*. */
export function useDeletedToast(): (urn: string, name: string) => void {
  const client = useQueryClient();
  return useCallback(
    (urn, name) => {
      const onPress = (): void => {
        undoDeletion(urn)
          .then(async () => {
            showToast(`${name} restored`, undefined, urn);
            await client.invalidateQueries();
          })
          .catch((error: unknown) => {
            const wasDropped = error instanceof ApiError && error.status === 404;
            showToast(
              wasDropped ? `${name} is no longer kept` : `${name} could not be restored`,
              undefined,
              urn,
            );
          });
      };
      showToast(`${name} deleted`, { label: 'Undo', onPress }, urn);
    },
    [client],
  );
}
