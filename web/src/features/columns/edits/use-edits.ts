import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { counted } from '../../../components/counted.ts';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { applyEdits, type EditOutcome } from './apply-edits.ts';
import { readValuesInto } from './column-values.ts';
import { cellKey, isOfProperty, reversed, type CellEdit } from './plan-edits.ts';
import { columnsKey } from '../grid/schema-columns.ts';

/** Changes in progress. */
export interface EditWork {
  readonly total: number;
  readonly tried: number;
  readonly stop: () => void;
}

/** Applies changes to cells and keeps their results. */
export interface Edits {
  readonly apply: (edits: readonly CellEdit[]) => void;
  /** Reverts the last changes; undefined if there are none. */
  readonly undo: (() => void) | undefined;
  /** Whether the last changes were an undo, so that reverting them makes the changes before it again. */
  readonly isRedo: boolean;
  readonly work: EditWork | undefined;
  /** Result of the last changes, if some failed or were not attempted. */
  readonly unfinished: EditOutcome | undefined;
  readonly dismiss: () => void;
  /** Changes not yet confirmed by the server, by {@link cellKey}. */
  readonly pending: ReadonlyMap<string, CellEdit>;
}

/** The last changes that were made. */
interface LastEdits {
  readonly edits: readonly CellEdit[];
  /** Whether they took others back. */
  readonly isUndo: boolean;
}

const NONE: ReadonlyMap<string, CellEdit> = new Map();

/** Applies changes to cells of this dataset sequentially. */
export function useEdits(dataset: string, canPatchDescriptions: boolean): Edits {
  const client = useQueryClient();
  const [work, setWork] = useState<EditWork>();
  const [unfinished, setUnfinished] = useState<EditOutcome>();
  const [pending, setPending] = useState(NONE);
  const [last, setLast] = useState<LastEdits>({ edits: [], isUndo: false });
  // The current state, not that of the last render: an undo waits for pending changes, and reverts them.
  const latest = useRef(last);
  const queue = useRef<Promise<void>>(Promise.resolve());

  const run = useCallback(
    async (edits: readonly CellEdit[], isUndo: boolean): Promise<void> => {
      const stopper = new AbortController();
      const stop = (): void => {
        stopper.abort();
      };
      setUnfinished(undefined);
      if (edits.length > 1) setWork({ total: edits.length, tried: 0, stop });
      const outcome = await applyEdits(dataset, edits, {
        canPatchDescriptions,
        signal: stopper.signal,
        onProgress: (tried) => {
          if (edits.length > 1) setWork({ total: edits.length, tried, stop });
        },
      });
      // Includes failed cells: someone else may have changed them.
      const tried = [...outcome.done, ...outcome.failed.map(({ edit }) => edit)];
      await Promise.all([
        readValuesInto(
          client,
          dataset,
          tried.flatMap(({ column }) => column.urn ?? []),
        ),
        tried.some(({ definition }) => !isOfProperty(definition)) &&
          client.invalidateQueries({ queryKey: columnsKey(dataset) }),
      ]).catch(() => client.invalidateQueries({ queryKey: ['columnValues', dataset] }));
      setWork(undefined);
      setPending((known) => {
        const settled = new Set(edits);
        return new Map([...known].filter(([, edit]) => !settled.has(edit)));
      });
      if (outcome.failed.length + outcome.left.length > 0) setUnfinished(outcome);
      const isRedo = isUndo && latest.current.isUndo;
      if (outcome.done.length > 0) {
        latest.current = { edits: outcome.done, isUndo: isUndo && !isRedo };
        setLast(latest.current);
      }
      if (outcome.done.length > 1 || (isUndo && outcome.done.length > 0))
        showToast(changedText(outcome.done.length, isUndo, isRedo));
    },
    [client, dataset, canPatchDescriptions],
  );
  const begin = useCallback(
    (edits: readonly CellEdit[], isUndo: boolean) => {
      if (edits.length === 0) return;
      setPending(
        (known) =>
          new Map([...known, ...edits.map((edit) => [cellKey(edit.column, edit.definition), edit] as const)]),
      );
      queue.current = queue.current.then(() => run(edits, isUndo));
    },
    [run],
  );
  const apply = useCallback((edits: readonly CellEdit[]) => begin(edits, false), [begin]);
  const undo = useCallback(() => {
    void queue.current.then(() => {
      begin(reversed(latest.current.edits), true);
    });
  }, [begin]);
  const dismiss = useCallback(() => {
    setUnfinished(undefined);
  }, []);
  return {
    apply,
    undo: last.edits.length + pending.size > 0 && work === undefined ? undo : undefined,
    isRedo: last.isUndo && pending.size === 0,
    work,
    unfinished,
    dismiss,
    pending,
  };
}

/** Says how many cells changed: as entered, or by an undo, or by the undo of an undo. */
function changedText(count: number, isUndo: boolean, isRedo: boolean): string {
  return `Changed ${counted(count, 'cell')}${isRedo ? ' again' : isUndo ? ' back' : ''}.`;
}
