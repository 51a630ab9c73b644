import { useState, type ReactNode } from 'react';
import { Button, RefusedButton, type ButtonLook } from '../controls/button.tsx';

/** A button that opens a dialog. */
export function DialogButton({
  children,
  look = 'plain',
  refusal,
  dialog,
}: {
  readonly children: ReactNode;
  readonly look?: ButtonLook;
  /** Why the person cannot open it. */
  readonly refusal?: string | undefined;
  readonly dialog: (close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (refusal !== undefined) return <RefusedButton reason={refusal}>{children}</RefusedButton>;
  return (
    <>
      <Button look={look} onPress={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
