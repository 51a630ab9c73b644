import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { showToast } from '../feedback/toasts.tsx';
import './command.css';

/** A command for a terminal, with a button that copies it where the browser allows that (HTTPS and localhost). */
export function Command({ text }: { readonly text: string }): ReactNode {
  return (
    <span className="command">
      <code>{text}</code>
      {window.isSecureContext && (
        <Button
          look="quiet"
          label={`Copy ${text}`}
          onPress={() => {
            navigator.clipboard.writeText(text).then(
              () => showToast('Copied'),
              () => showToast('The browser did not allow copying. Select the command and copy it.'),
            );
          }}
        >
          Copy
        </Button>
      )}
    </span>
  );
}
