import { useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** Controls that do nothing yet when they get the focus: a field would open its list. */
const INERT_CONTROL = 'a[href], button:not(:disabled)';

/** Number of focused elements kept: a dialog may open another one, and both close at once. */
const MAX_KEPT = 8;

/** An element that had the focus, and its ancestors, innermost first: once it is removed, it has none. */
interface Focused {
  readonly element: HTMLElement;
  readonly name: string;
  readonly ancestors: readonly Element[];
}

/**
 * Moves the focus to the nearest control when the focused one is removed or disabled, for example because it was saved,
 * restored or closed. Without it the browser starts at the top of the page again. A component that moves the focus itself does
 * so before.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: readonly Focused[] = [];
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      const others = focused.filter(({ element }) => element !== target);
      focused = [{ element: target, name: nameOf(target), ancestors: ancestorsOf(target) }, ...others].slice(
        0,
        MAX_KEPT,
      );
    };
    const onPointerDown = (event: PointerEvent): void => {
      // A press beside all controls gives up the focus on purpose.
      const { target } = event;
      if (!(target instanceof Element) || target.closest('main, header') === null) return;
      if (target.closest(`${FOCUSABLE}, [tabindex], label`) === null) focused = [];
    };
    const observer = new MutationObserver(() => {
      if (!isLost(focused[0])) return;
      afterOthers(() => {
        if (isLost(focused[0])) replacementOf(focused)?.focus({ preventScroll: true });
      });
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown, true);
    const attributeFilter = ['disabled', 'hidden', 'inert'];
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter });
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, []);
}

function ancestorsOf(element: Element): readonly Element[] {
  const ancestors: Element[] = [];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) ancestors.push(parent);
  return ancestors;
}

/** The name of a control, to find it again when it was replaced. */
function nameOf(control: HTMLElement): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
  return (control.getAttribute('aria-label') ?? (label ?? control).textContent).trim();
}

function isLost(last: Focused | undefined): boolean {
  const { activeElement } = document;
  if (last === undefined || (activeElement !== null && activeElement !== document.body)) return false;
  return !last.element.isConnected || !last.element.matches(FOCUSABLE) || !isVisible(last.element);
}

/** Dialogs return the focus in the frame after they have closed. */
function afterOthers(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(run)));
}

/** The newest focused element that is still there, or the first control of its nearest remaining ancestor. */
function replacementOf(focused: readonly Focused[]): HTMLElement | null {
  const main = document.querySelector('main');
  for (const { element, name, ancestors } of focused) {
    if (element.isConnected && element.matches(FOCUSABLE) && isVisible(element)) return element;
    const isInPage = main !== null && ancestors.includes(main);
    for (const ancestor of ancestors.filter(({ isConnected }) => isConnected)) {
      if (ancestor === main || ancestor.contains(main)) break;
      const controls = [...ancestor.querySelectorAll<HTMLElement>(INERT_CONTROL)].filter(isVisible);
      const found = controls.find((control) => name !== '' && nameOf(control) === name) ?? controls[0];
      if (found) return found;
    }
    // What was focused before matters only after a dialog, which is not in the page.
    if (isInPage) break;
  }
  return main?.querySelector<HTMLElement>('h1') ?? null;
}

function isVisible(element: Element): boolean {
  return element.checkVisibility() && element.closest('[inert]') === null;
}
