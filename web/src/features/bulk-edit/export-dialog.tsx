import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Button } from '../../components/controls/button.tsx';
import { ChosenList } from '../../components/fields/chosen-list.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { selectionText } from './selected-assets.ts';
import type { SelectionDialogProps } from '../../shared/search/bulk-edit-selection.ts';
import { useEditFields } from './edit-fields.ts';
import { exportAssets } from '../../shared/search/export-assets.ts';

/** Dialog that exports chosen fields of many assets as CSV. */
export function ExportDialog({ selection, onClose }: SelectionDialogProps): ReactNode {
  const { fields, isReady, error: unread } = useEditFields();
  const [chosen, setChosen] = useState<readonly string[]>();
  const columns = chosen ?? fields.filter(({ isInSearchFilters }) => isInSearchFilters).map(({ id }) => id);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => exportAssets(selection, columns),
    onSuccess: (rows) => {
      showToast(`${counted(rows, 'asset')} exported`);
      onClose();
    },
  });
  return (
    <Dialog
      title={`Export ${selectionText(selection)}`}
      isOpen
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isDisabled={!isReady}
          isPending={isPending}
          onPress={() => {
            mutate();
          }}
        >
          Export
        </Button>
      }
    >
      <Stack>
        {unread !== null && <ErrorNotice error={unread} />}
        {error !== null && <ErrorNotice error={error} />}
        {!isReady && unread === null && <Skeleton lines={4} />}
        {isReady && (
          <ChosenList
            label="Columns"
            help="In addition to urn, name and type."
            choices={fields.map(({ id, name, help }) => ({ value: id, label: name, help }))}
            chosen={columns}
            onChange={setChosen}
          />
        )}
      </Stack>
    </Dialog>
  );
}
