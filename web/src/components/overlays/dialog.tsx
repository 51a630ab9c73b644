import { createElement, useState, type ReactNode } from 'react';
import { CodeOnUse, useCode } from '../on-use/code-on-use.ts';
import type { DialogProps } from './dialog-props.ts';

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
