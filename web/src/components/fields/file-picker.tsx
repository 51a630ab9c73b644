import { useRef, type DragEvent, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Row } from '../layout/layout.tsx';
import './fields.css';

/** Accepts a file that is chosen or dropped. */
export function FilePicker({
  label,
  help,
  types,
  isDisabled = false,
  isBare = false,
  onChoose,
}: {
  readonly label: string;
  readonly help: string;
  /** Accepted file extensions and media types. */
  readonly types: readonly string[];
  readonly isDisabled?: boolean;
  /** Without a frame, inside of a form. */
  readonly isBare?: boolean;
  readonly onChoose: (file: File) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const choose = (files: FileList | null): void => {
    const chosen = files?.[0];
    if (chosen !== undefined) onChoose(chosen);
  };
  const allow = (event: DragEvent): void => {
    // Without it, the browser opens the file in place of the page.
    event.preventDefault();
    event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy';
  };
  return (
    <div
      className={isBare ? '' : 'panel'}
      onDragEnter={allow}
      onDragOver={allow}
      onDrop={(event) => {
        event.preventDefault();
        if (!isDisabled) choose(event.dataTransfer.files);
      }}
    >
      <Row gap={3}>
        <input
          ref={input}
          type="file"
          hidden
          accept={types.join(',')}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files);
            // Choosing the same file again is a change, too.
            currentTarget.value = '';
          }}
        />
        <Button isDisabled={isDisabled} onPress={() => input.current?.click()}>
          {label}
        </Button>
        <span className="field-help">{help} You can also drop a file here.</span>
      </Row>
    </div>
  );
}
