import { useState, type ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import { TextField } from '../components/controls/fields.tsx';
import { Page, Row, Stack } from '../components/layout/layout.tsx';
import { BulkEditDialog } from '../features/bulk-edit/bulk-edit-dialog.tsx';
import { EditList } from '../features/bulk-edit/edit-list.tsx';
import { ImportLink } from '../features/bulk-edit/import-link.tsx';
import { useBulkEditRight } from '../features/bulk-edit/use-edit-right.ts';

/** The edits of many assets that the person has started, and the start of one for what matches a text. */
export function EditsPage(): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const right = useBulkEditRight();
  const open = (): void => {
    if (text.trim() !== '') setIsOpen(true);
  };
  return (
    <Page
      title="Your edits"
      lead="What you changed in many assets at once. Only you see it."
      actions={<ImportLink />}
    >
      <Stack gap={5}>
        {right.state === 'allowed' && (
          <Row align="end">
            <TextField label="Assets that match" value={text} onChange={setText} onEnter={open} />
            <Button isDisabled={text.trim() === ''} onPress={open}>
              Edit what matches
            </Button>
          </Row>
        )}
        <EditList />
      </Stack>
      {isOpen && (
        <BulkEditDialog
          selection={{ search: { query: text } }}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </Page>
  );
}
