import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { withMarks } from '../text/with-marks.ts';
import { Button } from '../controls/button.tsx';
import './overlays.css';

/**
 * A modal dialog. Escape and the button in its header close it; the focus then returns to where it was. Its first field
 * has the focus; without a field, the first button below.
 */
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
  /** Buttons in the footer: first the one that changes nothing, the primary one last. */
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

/** Fields that are typed into or chosen from. */
const FIELDS =
  ':is(input:not([type=file], [type=radio]:not(:checked)), textarea, button.input):not(:disabled)';

function Body({ children }: { readonly children: ReactNode }): ReactNode {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = body;
    // Unless a control in it takes the focus itself.
    if (current === null || current.contains(document.activeElement)) return;
    const field = current.querySelector<HTMLElement>(FIELDS);
    // A combo box would open its list over the dialog. The first button below is the one that changes nothing.
    const start =
      field !== null && field.role !== 'combobox'
        ? field
        : current.nextElementSibling?.querySelector<HTMLElement>('button:not(:disabled)');
    start?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={body} className="dialog-body">
      {children}
    </div>
  );
}
