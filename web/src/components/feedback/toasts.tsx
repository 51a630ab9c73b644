import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { isWithControl } from '../with-control.ts';
import './feedback.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly about: string | undefined;
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

/** How long a toast is shown, in ms; long enough to reach its action by keyboard. */
const SHOWN_MS = 8_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Confirms that something was done, with an action such as Undo. Show failures where they happened, not here. Replaces the toasts
 * about the same thing, such as a urn: their actions would undo something that is no longer so.
 */
export function showToast(text: string, action?: Toast['action'], about?: string): void {
  const id = ++lastId;
  const others = toasts.filter((toast) => about === undefined || toast.about !== about);
  change([...others, { id, text, about, ...(action && { action }) }]);
  expireLater(id);
}

function expireLater(id: number): void {
  setTimeout(() => {
    // Not while somebody is about to press its action.
    if (document.querySelector('.toast:is(:hover, :focus-within)')) expireLater(id);
    else dismiss(id);
  }, SHOWN_MS);
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

function act({ id, action }: Toast): void {
  dismiss(id);
  action?.onPress();
}

/** Ctrl+Z presses the newest Undo: with Tab it is as far away as the end of the page. */
function undoByKey(event: KeyboardEvent): void {
  const newest = toasts.findLast(({ action }) => action?.label === 'Undo');
  if (!newest || event.key !== 'z' || !isWithControl(event) || event.defaultPrevented) return;
  // There, it undoes typing, or nothing that a toast is about.
  if (!document.activeElement?.closest('input, textarea, select, [contenteditable], [role=dialog]'))
    act(newest);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('keydown', undoByKey);
  return () => {
    listeners.delete(listener);
    removeEventListener('keydown', undoByKey);
  };
}

/** Toasts in the corner of the window, where they shift no content; `children`: permanent messages. */
export function Toasts({ children }: { readonly children?: ReactNode }): ReactNode {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-label="Messages">
      {children}
      {shown.map((toast) => (
        <ToastMessage
          key={toast.id}
          action={
            toast.action && {
              ...toast.action,
              onPress: () => {
                act(toast);
              },
            }
          }
        >
          {toast.text}
        </ToastMessage>
      ))}
    </div>
  );
}

/** One of {@link Toasts}. */
export function ToastMessage({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action: Toast['action'] | undefined;
}): ReactNode {
  return (
    <div className="toast">
      <span>{children}</span>
      {action && (
        <Button look="quiet" onPress={action.onPress}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
