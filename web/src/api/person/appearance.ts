import { useSyncExternalStore } from 'react';

/** Colour schemes to choose from; `system` follows the operating system. */
export const APPEARANCES = ['system', 'light', 'dark'] as const;

/** One of {@link APPEARANCES}. */
export type Appearance = (typeof APPEARANCES)[number];

/** Labels in menus and forms. */
export const APPEARANCE_LABELS: Readonly<Record<Appearance, string>> = {
  system: 'Same as system',
  light: 'Light',
  dark: 'Dark',
};

/** Member of the browser's storage that keeps the choice; it holds for one browser, not for the account. */
const KEY = 'colophon.appearance';

const listeners = new Set<() => void>();

/** The appearance that the person chose in this browser; `system` if none. */
export function storedAppearance(): Appearance {
  const stored = localStorage.getItem(KEY);
  return APPEARANCES.find((appearance) => appearance === stored) ?? 'system';
}

/** The chosen appearance; components that show it follow every change. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, storedAppearance);
}

/** Shows the pages in an appearance from now on, in this browser. */
export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(KEY, appearance);
  applyAppearance(appearance);
  for (const listener of listeners) listener();
}

/** Marks the document with an appearance, which `styles/tokens.css` reads. */
export function applyAppearance(appearance: Appearance): void {
  document.documentElement.dataset['appearance'] = appearance;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
