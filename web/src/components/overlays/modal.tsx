import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { enterHeldKeys } from '../on-use/held-keys.ts';
import { restOn } from '../on-use/use-take-over.ts';
import { withMarks } from '../text/with-marks.ts';
import { Button } from '../controls/button.tsx';
import type { DialogProps } from './dialog-props.ts';
import './overlays.css';

/** A modal dialog, open or closing. */
export function Modal({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size = 'medium',
}: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className={size === 'side' ? 'overlay overlay-side' : 'overlay'}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable
    >
      <AriaModal className={`modal modal-${size}`}>
        <AriaDialog className="dialog">
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {withMarks(title)}
            </Heading>
            <Button look="quiet" label="Close" onPress={onClose}>
              <span aria-hidden="true">✕</span>
            </Button>
          </header>
          <Body>{children}</Body>
          {actions !== undefined && <footer className="dialog-foot">{actions}</footer>}
        </AriaDialog>
      </AriaModal>
    </ModalOverlay>
  );
}

/** Fields that are typed into or chosen from. */
const FIELDS =
  ':is(input:not([type=file], [type=radio]:not(:checked)), textarea, button.input):not(:disabled)';

function Body({ children }: { readonly children: ReactNode }): ReactNode {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = body;
    if (current === null) return undefined;
    // Unless a control in it takes the focus itself.
    if (current.contains(document.activeElement) || focusFirst(current)) {
      enterHeldKeys(document.activeElement);
      return undefined;
    }
    // Its fields wait for data: the focus is on the dialog until they come, or until somebody moves it.
    const fields = new MutationObserver(() => {
      const { activeElement } = document;
      const isWaiting = activeElement === document.body || activeElement?.contains(current) === true;
      if (isWaiting && !focusFirst(current)) return;
      fields.disconnect();
    });
    fields.observe(current, { childList: true, subtree: true });
    return () => {
      fields.disconnect();
    };
  }, []);
  return (
    <div ref={body} className="dialog-body">
      {children}
    </div>
  );
}

/** Whether there is something to focus. */
function focusFirst(body: HTMLElement): boolean {
  const field = body.querySelector<HTMLElement>(FIELDS);
  const button = body.nextElementSibling?.querySelector<HTMLElement>('button:not(:disabled)');
  const start = field ?? button;
  if (start === null || start === undefined) return false;
  restOn(start);
  return true;
}
