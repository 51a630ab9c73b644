import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allowedValuesOf } from '../definition/draft.ts';
import { useProperty } from '../definition/stored-property.ts';
import { lossesBetween } from './losses.ts';
import type { Plan, PlannedProperty } from './plan.ts';
import { replaceAndApply } from './replace-values.ts';
import type { Undoable } from '../../../shared/plans/undo-plan.ts';

/** How the values that a plan clears are treated. */
export interface Replacing {
  /** Removed allowed values that another one can replace; empty if replacing them would not help. */
  readonly removed: readonly string[];
  /** Allowed values that can take their place. */
  readonly others: readonly string[];
  readonly way: 'replace' | 'remove';
  readonly setWay: (way: 'replace' | 'remove') => void;
  readonly by: string | undefined;
  readonly setBy: (by: string) => void;
  readonly run: () => void;
  readonly isRunning: boolean;
  /** What is being done, as a sentence. */
  readonly step: string | undefined;
  readonly error: Error | null;
}

/** Replacing the values that a plan removes from the allowed ones; possible if it clears those of one property for no other reason. */
export function useReplacing(
  plan: Plan,
  lost: readonly PlannedProperty[],
  onDone: (change: Undoable) => void,
): Replacing {
  const client = useQueryClient();
  const [property] = lost;
  const { data: stored } = useProperty(property?.urn ?? '');
  const [way, setWay] = useState<Replacing['way']>('replace');
  const [chosen, setBy] = useState<string>();
  const [step, setStep] = useState<string>();
  // The server replaces values of one property, without other changes.
  const [changed, ...others] = plan.changes.deletions === undefined ? (plan.changes.definitions ?? []) : [];
  const definition = others.length === 0 && changed?.urn === property?.urn ? changed : undefined;
  const losses =
    stored && definition
      ? lossesBetween(stored.definition, definition.propertyDefinition, property?.byValue ?? [])
      : [];
  const [loss] = losses;
  const removed = loss && losses.length === 1 ? loss.removedValues : [];
  const allowed =
    definition && removed.length > 0
      ? allowedValuesOf(definition.propertyDefinition).map(({ value }) => value)
      : [];
  const by = chosen !== undefined && allowed.includes(chosen) ? chosen : undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (!definition || by === undefined) return undefined;
      return replaceAndApply({ definition, removed, by }, setStep);
    },
    onSuccess: (edit) => {
      if (edit !== undefined) onDone({ edit });
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'planStructuredProperties',
      });
    },
    onSettled: () => {
      setStep(undefined);
    },
  });
  return {
    removed,
    others: allowed,
    way: allowed.length > 0 ? way : 'remove',
    setWay,
    by,
    setBy,
    run: () => {
      mutate();
    },
    isRunning: isPending,
    step,
    error,
  };
}
