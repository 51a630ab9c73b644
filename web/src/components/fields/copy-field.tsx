import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { TextField } from './fields.tsx';
import './copy-field.css';

/** A text to copy, such as a link or a token that is shown once. */
export function CopyField({
  label,
  value,
  help,
}: {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState('');
  const copy = async (): Promise<void> => {
    box.current?.querySelector('input')?.select();
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('Copied');
    } catch {
      // Without HTTPS or the person's permission, a page cannot write to the clipboard.
      setOutcome('The browser blocked copying. The text is selected: press Ctrl+C.');
    }
  };
  return (
    <div className="copy-field" ref={box}>
      <TextField label={label} value={value} onChange={() => undefined} isReadOnly isMono help={help} />
      <Button onPress={() => void copy()}>Copy</Button>
      <span className="copy-outcome" role="status">
        {outcome}
      </span>
    </div>
  );
}
