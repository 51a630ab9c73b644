import { createElement, useState, type ReactNode } from 'react';
import { CodeOnUse, useCode } from '../on-use/code-on-use.ts';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons in the footer: first the one that changes nothing, the primary one last. */
  readonly actions?: ReactNode;
  /** `side`: over the end of the page, as high as the window. */
  readonly size?: 'medium' | 'large' | 'side';
}

const code = new CodeOnUse(async () => (await import('./modal.tsx')).Modal);

/**
 * A modal dialog. Escape and the button in its header close it; the focus then returns to where it was. Its first field
 * has the focus; without a field, the first button below.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { isOpen } = props;
  // A dialog that was open shows its end.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const modal = useCode(code, isOpen || undefined);
  return modal !== undefined && wasOpen ? createElement(modal, props) : null;
}
