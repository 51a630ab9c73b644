import type { ComponentProps, ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';

/** Asks for confirmation before a change with consequences. `action`: a verb and its object. */
export function ConfirmDialog<Input>({
  change: { mutate, isPending, error },
  input,
  onDone,
  ...props
}: Pick<ComponentProps<typeof FormDialog>, 'title' | 'children' | 'action' | 'onClose'> & {
  /** The mutation that makes the change. */
  readonly change: {
    readonly mutate: (input: Input, options: { readonly onSuccess?: () => void }) => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
  readonly input: Input;
  readonly onDone?: () => void;
}): ReactNode {
  return (
    <FormDialog
      look="danger"
      isPending={isPending}
      error={error}
      onSubmit={() => mutate(input, { ...(onDone && { onSuccess: onDone }) })}
      {...props}
    />
  );
}
