import { createElement, useState, type ReactNode } from 'react';
import { CodeOnUse, useCode } from '../on-use/code-on-use.ts';
import { useHeldKeys } from '../on-use/held-keys.ts';
import type { DialogProps } from './dialog-props.ts';

const code = new CodeOnUse(async () => (await import('./modal.tsx')).Modal);

/**
 * A modal dialog. Escape and the button in its header close it; the focus then returns to where it was. Its first field
 * has the focus; without a field, the first button below. What is typed while its code loads is typed into the field.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { isOpen, onClose } = props;
  // A dialog that was open shows its end.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const modal = useCode(code, isOpen || undefined, onClose);
  useHeldKeys(isOpen && modal === undefined, onClose);
  return modal !== undefined && wasOpen ? createElement(modal, props) : null;
}
