import { useState, type ReactNode } from 'react';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Page, Stack } from '../../components/layout/layout.tsx';
import { BulkEditDialog } from '../../features/bulk-edit/bulk-edit-dialog.tsx';
import { EditList } from '../../features/bulk-edit/edit-list.tsx';
import { ImportLink } from '../../features/bulk-edit/import-link.tsx';
import { useBulkEditRight } from '../../shared/rights/use-edit-right.ts';

/** The person's bulk edits, and a form that starts one for the assets that match a text. */
export function EditsPage(): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const right = useBulkEditRight();
  const open = (): void => {
    if (text.trim() !== '') setIsOpen(true);
  };
  return (
    <Page title="Your edits" lead="Your bulk edits. Only you can see them." actions={<ImportLink />}>
      <Stack gap={5}>
        {right.state === 'allowed' && (
          <Toolbar>
            <TextField
              label="Find assets to edit"
              type="search"
              isLabelHidden
              placeholder="Find assets to edit"
              value={text}
              onChange={setText}
              onEnter={open}
            />
            <Button isDisabled={text.trim() === ''} onPress={open}>
              Edit matching assets
            </Button>
          </Toolbar>
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
