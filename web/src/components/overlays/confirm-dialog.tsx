import type { ComponentProps, ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';

/** Asks for confirmation before an action with consequences. `action`: a verb and its object. */
export function ConfirmDialog({
  onConfirm,
  ...props
}: Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'children' | 'action' | 'onClose' | 'isPending' | 'error'
> & {
  readonly onConfirm: () => void;
}): ReactNode {
  return <FormDialog look="danger" onSubmit={onConfirm} {...props} />;
}
