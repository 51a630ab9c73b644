import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { withMarks } from '../text/with-marks.ts';
import { Button } from '../controls/button.tsx';
import './overlays.css';

/** A modal dialog. Escape and the button in its header close it; the focus then returns to where it was. Its first field has the focus. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size = 'medium',
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons in the footer; the primary one last. */
  readonly actions?: ReactNode;
  /** `side`: over the end of the page, as high as the window. */
  readonly size?: 'medium' | 'large' | 'side';
}): ReactNode {
  return (
    <ModalOverlay
      className={size === 'side' ? 'overlay overlay-side' : 'overlay'}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable
    >
      <Modal className={`modal modal-${size}`}>
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
      </Modal>
    </ModalOverlay>
  );
}

/** Fields to start with. A list would open over the dialog, and radio buttons and checkboxes are not typed into. */
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file], [role=combobox]), textarea';

function Body({ children }: { readonly children: ReactNode }): ReactNode {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Unless a control in it takes the focus itself.
    if (body.current?.contains(document.activeElement) === true) return;
    body.current?.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={body} className="dialog-body">
      {children}
    </div>
  );
}
