import type { ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { Button } from '../controls/button.tsx';
import { ErrorNotice } from '../feedback/notices.tsx';
import { Row, Stack } from '../layout/layout.tsx';
import { isWithControl } from '../with-control.ts';
import './in-place.css';

/** Edits values in place. Enter (Ctrl+Enter in a multi-line field) saves; Escape cancels. */
export function InPlace({
  label,
  children,
  onSave,
  onCancel,
  isPending = false,
  isDisabled = false,
  saveLabel = 'Save',
}: {
  /** Accessible name of the form. */
  readonly label: string;
  readonly children: ReactNode;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly isPending?: boolean;
  /** There is nothing to save yet. */
  readonly isDisabled?: boolean;
  readonly saveLabel?: string;
}): ReactNode {
  const save = (): void => {
    if (!isPending && !isDisabled) onSave();
  };
  return (
    <form
      className="in-place"
      aria-label={withMarks(label)}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key !== 'Enter' || !isWithControl(event)) return;
        event.preventDefault();
        save();
      }}
    >
      {children}
      <div className="in-place-actions">
        <Button look="primary" type="submit" isPending={isPending} isDisabled={isDisabled}>
          {saveLabel}
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** Controls whose changes are saved at once. Escape and *Done* close them. */
export function SavedAtOnce({
  children,
  isPending,
  error,
  onClose,
}: {
  readonly children: ReactNode;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Stack gap={2}>
        {children}
        {error !== null && <ErrorNotice error={error} />}
        <Row>
          <Button onPress={onClose} isPending={isPending}>
            Done
          </Button>
        </Row>
      </Stack>
    </div>
  );
}
