import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { TextField } from '../../../components/fields/fields.tsx';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import { allowedValue, type AllowedValue } from '../definition/draft.ts';

/** Dialog that adds pasted values, one per line. */
export function PasteValuesDialog({
  onAdd,
  onClose,
}: {
  readonly onAdd: (rows: readonly AllowedValue[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const rows = rowsOf(text);
  return (
    <FormDialog
      title="Paste a list of values"
      onClose={onClose}
      action={`Add ${counted(rows.length, 'value')}`}
      isDisabled={rows.length === 0}
      onSubmit={() => onAdd(rows)}
    >
      {' '}
      <TextField
        label="Values"
        help="One value per line, for example a spreadsheet column. A second column, after a tab, is the description."
        lines={10}
        value={text}
        onChange={setText}
        autoFocus
      />
    </FormDialog>
  );
}

function rowsOf(text: string): readonly AllowedValue[] {
  const rows = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [value = '', ...rest] = line.split('\t');
    if (value.trim() !== '' && !rows.has(value.trim())) rows.set(value.trim(), rest.join(' ').trim());
  }
  return [...rows].map(([value, description]) => allowedValue(value, description));
}
