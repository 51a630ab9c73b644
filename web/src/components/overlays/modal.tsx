import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { enterHeldKeys } from '../on-use/held-keys.ts';
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
    if (current === null) return;
    // Unless a control in it takes the focus itself.
    if (!current.contains(document.activeElement)) focusFirst(current);
    enterHeldKeys(document.activeElement);
  }, []);
  return (
    <div ref={body} className="dialog-body">
      {children}
    </div>
  );
}

function focusFirst(body: HTMLElement): void {
  const field = body.querySelector<HTMLElement>(FIELDS);
  // A combo box would open its list over the dialog. The first button below is the one that changes nothing.
  const start =
    field !== null && field.role !== 'combobox'
      ? field
      : body.nextElementSibling?.querySelector<HTMLElement>('button:not(:disabled)');
  start?.focus({ preventScroll: true });
}
