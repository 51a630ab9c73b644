import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { showToast } from '../feedback/toasts.tsx';
import './command.css';

/** A terminal command with a copy button. Browsers allow copying on HTTPS and localhost. */
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
              () => showToast('The browser blocked copying. Select the command and press Ctrl+C.'),
            );
          }}
        >
          Copy
        </Button>
      )}
    </span>
  );
}
