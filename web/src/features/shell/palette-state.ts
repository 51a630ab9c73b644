import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the command palette. */
export function setPaletteOpen(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

/** Whether the command palette is open. */
export function useIsPaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
