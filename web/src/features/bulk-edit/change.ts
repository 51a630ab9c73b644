import type { Value } from '../values/property-definition.ts';

/** A change of one field, as it is being entered. */
export interface Change {
  /** As the server names it; undefined until one is chosen. */
  readonly field: string | undefined;
  readonly action: string;
  readonly values: readonly Value[];
  /** What is wrong with the text that was typed. */
  readonly problem: string | undefined;
}

export const NO_CHANGE: Change = { field: undefined, action: 'add', values: [], problem: undefined };

/** Whether nothing is left to enter. */
export function isComplete({ action, field, problem, values }: Change): boolean {
  return field !== undefined && (action === 'clear' || (problem === undefined && values.length > 0));
}

/** The changes as the server takes them. */
export function changesBody(changes: readonly Change[]): readonly object[] {
  return changes.map(({ action, field, values }) => ({
    field,
    action,
    ...(action !== 'clear' && { values }),
  }));
}
