import type { FormTask } from './form-tasks.ts';

/** What is left to do: `2 to fill in, 1 to verify`; `Done` if nothing is. */
export function taskText({ open, unverified }: Pick<FormTask, 'open' | 'unverified'>): string {
  const parts = [
    ...(open > 0 ? [`${open.toLocaleString('en')} to fill in`] : []),
    ...(unverified > 0 ? [`${unverified.toLocaleString('en')} to verify`] : []),
  ];
  return parts.length === 0 ? 'Done' : parts.join(', ');
}
