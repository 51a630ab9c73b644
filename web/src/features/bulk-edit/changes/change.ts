import type { RequestedChange } from '../../../shared/edits/edit-report.ts';
import type { Value } from '../../../shared/values/property-definition.ts';
import { DEPRECATED } from '../../../shared/edits/deprecation-parts.ts';

/** Form state of a change of one field. */
export interface Change {
  /** Server name of the field; undefined until one is chosen. */
  readonly field: string | undefined;
  readonly action: string;
  readonly values: readonly Value[];
  /** What is wrong with the typed text. */
  readonly problem: string | undefined;
}

export const NO_CHANGE: Change = { field: undefined, action: 'add', values: [], problem: undefined };

/** The change of a field with the action that is most likely meant: `set` if it takes one value. */
export function usualChange({
  id,
  isMultiple,
}: {
  readonly id: string;
  readonly isMultiple: boolean;
}): Change {
  const values = id === 'deprecation' ? DEPRECATED : [];
  return { ...NO_CHANGE, field: id, action: isMultiple ? 'add' : 'set', values };
}

/** Whether all required input is present. */
export function isComplete({ action, field, problem, values }: Change): boolean {
  return field !== undefined && (action === 'clear' || (problem === undefined && values.length > 0));
}

/** Whether it is one change, which sets or adds values of a structured property. */
export function givesValues([change, ...others]: readonly Change[]): boolean {
  const isOfProperty = change?.field?.startsWith('urn:li:structuredProperty:') === true;
  return others.length === 0 && isOfProperty && ['set', 'add'].includes(change.action);
}

/** The complete changes as a report has them. */
export function requestedChanges(changes: readonly Change[]): readonly RequestedChange[] {
  return changes.filter(isComplete).map(({ action, field = '', values }) => ({
    field,
    action,
    values: action === 'clear' ? [] : values.map(String),
  }));
}

/** The changes in the server's format. */
export function changesBody(changes: readonly Change[]): readonly object[] {
  return changes.map(({ action, field, values }) => ({
    field,
    action,
    ...(action !== 'clear' && { values }),
  }));
}
