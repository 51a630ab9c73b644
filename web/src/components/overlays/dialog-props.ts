import type { ReactNode } from 'react';

/** Props of a dialog. */
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
