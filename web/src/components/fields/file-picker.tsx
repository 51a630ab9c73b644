import type { ReactNode } from 'react';
import { Button, DropZone, FileTrigger, Text } from 'react-aria-components';
import { Row } from '../layout/layout.tsx';
import '../controls/button.css';
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
  return (
    <DropZone
      className={isBare ? '' : 'panel'}
      isDisabled={isDisabled}
      onDrop={({ items }) => {
        const dropped = items.find((item) => item.kind === 'file');
        if (dropped !== undefined) void dropped.getFile().then(onChoose);
      }}
    >
      <Row gap={3}>
        <FileTrigger
          acceptedFileTypes={types}
          onSelect={(files) => {
            const [chosen] = files ?? [];
            if (chosen !== undefined) onChoose(chosen);
          }}
        >
          <Button className="button button-plain" isDisabled={isDisabled}>
            {label}
          </Button>
        </FileTrigger>
        <Text slot="label" className="field-help">
          {help} You can also drop a file here.
        </Text>
      </Row>
    </DropZone>
  );
}
