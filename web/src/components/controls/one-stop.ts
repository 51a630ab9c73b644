import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * Props of a group whose buttons and checkboxes are one stop of the Tab key. Up and down move between them, except those beside
 * another (`data-beside`), which left and right reach. Fields and sliders keep their own stops.
 */
export const ONE_STOP = {
  ref: (group: HTMLElement | null): void => {
    if (group === null) return;
    mark(group);
    new MutationObserver(() => mark(group)).observe(group, { childList: true, subtree: true });
  },
  onFocus: ({ currentTarget, target }: FocusEvent): void => mark(currentTarget, target),
  onKeyDown: (event: KeyboardEvent): void => {
    const all = controlsOf(event.currentTarget);
    if (/Up|Left/.test(event.key)) all.reverse();
    const at = all.findIndex((control) => control === event.target);
    if (at < 0 || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const isSideways = /Left|Right/.test(event.key);
    all.find(({ dataset }, place) => place > at && (isSideways || dataset['beside'] === undefined))?.focus();
  },
};

function controlsOf(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>('button, [type=checkbox]')];
}

/** Lets Tab stop at one control only: this one, the one before it, or the first. */
function mark(group: Element, focused?: Element): void {
  const all = controlsOf(group);
  const stop =
    all.find((control) => control === focused) ??
    all.find((control) => control.getAttribute('tabindex') === '0') ??
    all[0];
  for (const control of all) control.tabIndex = control === stop ? 0 : -1;
}
