import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { PairRow } from '../../../components/fields/pair-row.tsx';
import { VirtualList } from '../../../components/lists/virtual-list.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import { allowedValue, type AllowedValue } from '../definition/draft.ts';

/** Editor of allowed values: adds, describes, reorders and removes them, or pastes a list. */
export function AllowedValuesEditor({
  values,
  onChange,
}: {
  readonly values: readonly AllowedValue[];
  readonly onChange: (values: readonly AllowedValue[]) => void;
}): ReactNode {
  const [isPasting, setPasting] = useState(false);
  // The row that takes the focus after it was added or moved.
  const [focused, setFocused] = useState<{
    readonly key: number;
    readonly index: number;
    /** Index of the button that takes the focus instead of the first field. */
    readonly button?: number;
    readonly isDone?: true;
  }>();
  const buttons = useRef<HTMLDivElement>(null);
  const add = (): void => {
    const row = allowedValue();
    onChange([...values, row]);
    setFocused({ key: row.key, index: values.length });
  };
  const move = (index: number, by: -1 | 1, button?: number): void => {
    const [row, other] = [values[index], values[index + by]];
    if (row === undefined || other === undefined) return;
    const next = [...values];
    next[index] = other;
    next[index + by] = row;
    onChange(next);
    setFocused({ key: row.key, index: index + by, ...(button !== undefined && { button }) });
  };
  const onKeyDown =
    (index: number) =>
    (event: KeyboardEvent): void => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      move(index, event.key === 'ArrowUp' ? -1 : 1);
    };
  const change = (index: number, members: Partial<AllowedValue>): void => {
    onChange(values.map((row, i) => (i === index ? { ...row, ...members } : row)));
  };
  return (
    <Stack gap={3}>
      {values.length === 0 ? (
        <Soft>Any value of the type is allowed.</Soft>
      ) : (
        <VirtualList
          label="Allowed values"
          items={values}
          keyOf={({ key }) => key}
          rowHeight={38}
          shown={focused?.index}
          render={({ key, value, description }, index) => {
            const name = value === '' ? `value ${index + 1}` : value;
            return (
              <PairRow
                onFocused={
                  focused?.key === key && focused.isDone !== true
                    ? () => {
                        setFocused({ ...focused, isDone: true });
                      }
                    : undefined
                }
                focusedButton={focused?.button}
                onKeyDown={onKeyDown(index)}
                first={
                  <TextField
                    label={`Value ${index + 1}`}
                    isLabelHidden
                    placeholder="Value"
                    value={value}
                    onChange={(text) => {
                      change(index, { value: text });
                    }}
                    {...(isRepeated(values, index) && { problem: 'Listed twice' })}
                  />
                }
                second={
                  <TextField
                    label={`Description of ${name}`}
                    isLabelHidden
                    placeholder="Description"
                    value={description}
                    onChange={(text) => {
                      change(index, { description: text });
                    }}
                  />
                }
                buttons={
                  <>
                    <Button
                      look="quiet"
                      label={`Move ${name} up`}
                      isDisabled={index === 0}
                      onPress={() => {
                        move(index, -1, 0);
                      }}
                    >
                      <span aria-hidden="true">↑</span>
                    </Button>
                    <Button
                      look="quiet"
                      label={`Move ${name} down`}
                      isDisabled={index === values.length - 1}
                      onPress={() => {
                        move(index, 1, 1);
                      }}
                    >
                      <span aria-hidden="true">↓</span>
                    </Button>
                    <Button
                      look="quiet"
                      label={`Remove ${name}`}
                      onPress={() => {
                        onChange(values.filter((_, i) => i !== index));
                        const next = values[index + 1] ?? values[index - 1];
                        if (next) setFocused({ key: next.key, index: values.indexOf(next), button: 2 });
                        else buttons.current?.querySelector('button')?.focus();
                      }}
                    >
                      <span aria-hidden="true">✕</span>
                    </Button>
                  </>
                }
              />
            );
          }}
        />
      )}
      <Row>
        <div ref={buttons}>
          <Row>
            <Button onPress={add}>Add value</Button>
            <Button
              onPress={() => {
                setPasting(true);
              }}
            >
              Paste a list…
            </Button>
          </Row>
        </div>
        {values.length > 1 && <Soft>Press Alt+↑ or Alt+↓ to move the current row.</Soft>}
      </Row>
      {isPasting && (
        <PasteDialog
          onClose={() => {
            setPasting(false);
          }}
          onAdd={(rows) => {
            const known = new Set(values.map(({ value }) => value));
            onChange([...values, ...rows.filter(({ value }) => !known.has(value))]);
            setPasting(false);
          }}
        />
      )}
    </Stack>
  );
}

/** Whether an earlier row has the same value. A linear search, but only for visible rows. */
function isRepeated(values: readonly AllowedValue[], index: number): boolean {
  const value = values[index]?.value ?? '';
  return value !== '' && values.findIndex((row) => row.value === value) < index;
}

function PasteDialog({
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
      onSubmit={() => {
        onAdd(rows);
      }}
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
