import { useSyncExternalStore } from 'react';

const NARROW = window.matchMedia('(max-width: 800px)');

/** Whether the window is too narrow for a side column, as in the style sheets. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}
