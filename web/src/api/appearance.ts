/** How the pages look: as the system says, or one of its two forms always. */
export const APPEARANCES = ['system', 'light', 'dark'] as const;

/** One of {@link APPEARANCES}. */
export type Appearance = (typeof APPEARANCES)[number];

/** Member of the browser's storage that keeps the choice; it holds for one browser, not for the account. */
const KEY = 'colophon.appearance';

/** The appearance that the person chose in this browser; `system` if none. */
export function storedAppearance(): Appearance {
  const stored = localStorage.getItem(KEY);
  return APPEARANCES.find((appearance) => appearance === stored) ?? 'system';
}

/** Shows the pages in an appearance from now on, in this browser. */
export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(KEY, appearance);
  applyAppearance(appearance);
}

/** Marks the document with an appearance, which `styles/tokens.css` reads. */
export function applyAppearance(appearance: Appearance): void {
  document.documentElement.dataset['appearance'] = appearance;
}
