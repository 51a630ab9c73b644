import { useRef, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { useOverflows } from '../data/use-overflows.ts';
import { showToast } from '../feedback/toasts.tsx';
import './code-block.css';

/** Several lines to copy, such as the content of a file. */
export function CodeBlock({
  title,
  text,
}: {
  /** Where the lines belong: `.cursor/mcp.json`. */
  readonly title: string;
  readonly text: string;
}): ReactNode {
  const frame = useRef<HTMLPreElement>(null);
  const overflows = useOverflows(frame);
  const copy = (): void => {
    // Without HTTPS, pages have no clipboard.
    const written = window.isSecureContext
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'));
    written.then(
      () => showToast('Copied'),
      () => {
        if (frame.current !== null) getSelection()?.selectAllChildren(frame.current);
        showToast('The browser blocked copying. The text is selected: press Ctrl+C.');
      },
    );
  };
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span className="soft">{title}</span>
        <Button look="quiet" label={`Copy ${title}`} onPress={copy}>
          Copy
        </Button>
      </div>
      {/* Focusable only if it can scroll. */}
      <pre ref={frame} aria-label={title} {...(overflows && { tabIndex: 0, role: 'group' })}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
