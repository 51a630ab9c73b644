import type { FocusEvent } from 'react';

/** Selects the text of a field that gets the focus, so that typing replaces it. */
export function selectText({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.select();
}
