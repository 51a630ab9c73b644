import type { RequestedChange } from '../edits/edit-report.ts';

/** The changes of a field that lead from one list of values to another; empty if both have the same. */
export function changesOfList(
  field: string,
  before: readonly string[],
  after: readonly string[],
  isSingle = false,
): readonly RequestedChange[] {
  const added = after.filter((value) => !before.includes(value));
  const removed = before.filter((value) => !after.includes(value));
  if (added.length + removed.length === 0) return [];
  if (isSingle) return [changeTo(field, after)];
  return [
    ...(added.length > 0 ? [{ field, action: 'add', values: added }] : []),
    ...(removed.length > 0 ? [{ field, action: 'remove', values: removed }] : []),
  ];
}

/** The change of a field to exactly these values. */
export function changeTo(field: string, values: readonly string[]): RequestedChange {
  return values.length === 0 ? { field, action: 'clear', values: [] } : { field, action: 'set', values };
}

const WORDS: Readonly<Record<string, string>> = { set: '', add: 'add ', remove: 'remove ', clear: 'none' };

/** Title of a proposal: `Tags of orders: add PII, remove Draft`. */
export function titleOf(
  what: string,
  changes: readonly RequestedChange[],
  valueOf: (value: string) => string,
): string {
  const parts = changes.map(
    ({ action, values }) => `${WORDS[action] ?? ''}${values.map(valueOf).join(' and ')}`,
  );
  return parts.length === 0 ? what : `${what}: ${parts.join(', ')}`;
}
