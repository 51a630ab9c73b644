import { numberText } from '../../components/number-text.ts';
import type { FormTask } from './form-tasks.ts';

/** What is left to do: `2 to fill in, 1 to verify`; `Done` if nothing is. */
export function taskText({ open, unverified }: Pick<FormTask, 'open' | 'unverified'>): string {
  const parts = [
    ...(open > 0 ? [`${numberText(open)} to fill in`] : []),
    ...(unverified > 0 ? [`${numberText(unverified)} to verify`] : []),
  ];
  return parts.length === 0 ? 'Done' : parts.join(', ');
}
