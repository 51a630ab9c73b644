import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import { counted } from '../../components/counted.ts';
import { editToEnd } from '../edits/edit-report.ts';
import { showToast } from '../../components/feedback/toasts.tsx';

/** What undoes a change of properties: the commit of its plan, or the number of its bulk edit. */
export type Undoable = { readonly commit: number } | { readonly edit: number };

/** What the undo of a plan restored. */
export interface UndonePlan {
  /** Assets whose values a bulk edit sets again. */
  readonly assets: number;
  /** Whether that edit has ended. */
  readonly areSet?: true;
}

/** Undoes an applied plan, and starts the edits that set its values again. Throws {@link ApiError}. */
export async function undoPlan(commit: number): Promise<UndonePlan> {
  const undone = await request('/api/colophon/v1/plans/undo', { body: { commit } });
  const values: readonly unknown[] =
    isObject(undone) && Array.isArray(undone['values']) ? undone['values'] : [];
  return {
    assets: values.reduce<number>(
      (sum, one) => sum + (isObject(one) && typeof one['assets'] === 'number' ? one['assets'] : 0),
      0,
    ),
  };
}

/** Undoes a change with its values. Throws {@link ApiError}. */
async function undo(change: Undoable): Promise<UndonePlan> {
  if ('commit' in change) return undoPlan(change.commit);
  const { changed } = await editToEnd({ undo: change.edit });
  return { assets: changed, areSet: true };
}

/** What happened when a plan was undone, as a sentence. */
export function undoneText(name: string, { areSet, assets }: UndonePlan): string {
  return assets === 0 || areSet === true
    ? `${name} is as it was before`
    : `${name} is as it was before. Values of ${counted(assets, 'asset')} are being set again.`;
}

/** Why a plan could not be undone, as a sentence. */
export function undoFailureText(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404 || status === 410) return 'This change is too old to be undone.';
  if (status === 409) return 'This was changed again since, so it can no longer be undone as a whole.';
  if (status === 403) return 'You may not change properties.';
  return 'The undo failed. Try again.';
}

/**
 * Returns a function that confirms a change of a property in a toast, with *Undo* if there is something to undo. `about`: urn of
 * the property, or another name of what is changed.
 */
export function useUndoToast(): (
  done: string,
  name: string,
  change: Undoable | undefined,
  about: string,
) => void {
  const client = useQueryClient();
  return useCallback(
    (done, name, change, about) => {
      if (change === undefined) {
        showToast(done, undefined, about);
        return;
      }
      const onPress = (): void => {
        undo(change)
          .then(async (undone) => {
            showToast(undoneText(name, undone), undefined, about);
            await client.invalidateQueries();
          })
          .catch((error: unknown) => {
            showToast(undoFailureText(error), undefined, about);
          });
      };
      showToast(done, { label: 'Undo', onPress }, about);
    },
    [client],
  );
}
