import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { PairRow } from '../../../components/fields/pair-row.tsx';
import { VirtualList } from '../../../components/lists/virtual-list.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { DialogButton } from '../../../components/overlays/dialog-button.tsx';
import { isWithControl } from '../../../components/with-control.ts';
import { allowedValue, type AllowedValue } from '../definition/draft.ts';
import { PasteValuesDialog } from './paste-values-dialog.tsx';

/** The row that takes the focus after it was added or moved. */
interface Focused {
  readonly key: number;
  readonly index: number;
  /** Index of the button that takes the focus instead of the first field. */
  readonly button?: number | undefined;
  readonly isDone?: true;
}

/** Editor of allowed values: adds, describes, reorders and removes them, or pastes a list. */
export function AllowedValuesEditor({
  values,
  onChange,
}: {
  readonly values: readonly AllowedValue[];
  readonly onChange: (values: readonly AllowedValue[]) => void;
}): ReactNode {
  const [focused, setFocused] = useState<Focused>();
  const buttons = useRef<HTMLDivElement>(null);
  const add = (index = values.length): void => {
    const row = allowedValue();
    onChange(values.toSpliced(index, 0, row));
    setFocused({ key: row.key, index });
  };
  const move = (index: number, by: -1 | 1, button?: number): void => {
    const [row, other] = [values[index], values[index + by]];
    if (row === undefined || other === undefined) return;
    onChange(values.with(index, other).with(index + by, row));
    setFocused({ key: row.key, index: index + by, button });
  };
  const remove = (index: number): void => {
    onChange(values.toSpliced(index, 1));
    const next = values[index + 1] ?? values[index - 1];
    if (next) setFocused({ key: next.key, index: values.indexOf(next), button: 2 });
    else buttons.current?.querySelector('button')?.focus();
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
          render={(row, index) => (
            <ValueRow
              row={row}
              index={index}
              isLast={index === values.length - 1}
              isRepeated={isRepeated(values, index)}
              focused={focused?.key === row.key ? focused : undefined}
              onFocused={setFocused}
              onChange={(next) => onChange(values.with(index, next))}
              onMove={(by, button) => move(index, by, button)}
              onEnter={() => add(index + 1)}
              onRemove={() => remove(index)}
            />
          )}
        />
      )}
      <Row>
        <div ref={buttons}>
          <Row>
            <Button onPress={() => add()}>Add value</Button>
            <DialogButton
              dialog={(close) => (
                <PasteValuesDialog
                  onClose={close}
                  onAdd={(rows) => {
                    const known = new Set(values.map(({ value }) => value));
                    onChange([...values, ...rows.filter(({ value }) => !known.has(value))]);
                    close();
                  }}
                />
              )}
            >
              Paste a list…
            </DialogButton>
          </Row>
        </div>
        {values.length > 1 && <Soft>Press Alt+↑ or Alt+↓ to move the current row.</Soft>}
      </Row>
    </Stack>
  );
}

/** Whether an earlier row has the same value. A linear search, but only for visible rows. */
function isRepeated(values: readonly AllowedValue[], index: number): boolean {
  const value = values[index]?.value ?? '';
  return value !== '' && values.findIndex((row) => row.value === value) < index;
}

interface ValueRowProps {
  readonly row: AllowedValue;
  readonly index: number;
  readonly isLast: boolean;
  readonly isRepeated: boolean;
  /** Set when the row should take the focus. */
  readonly focused: Focused | undefined;
  readonly onFocused: (focused: Focused) => void;
  readonly onChange: (row: AllowedValue) => void;
  /** Moves the row; the focus goes to the button with this index, or stays in its field. */
  readonly onMove: (by: -1 | 1, button?: number) => void;
  /** Adds a row below this one. */
  readonly onEnter: () => void;
  readonly onRemove: () => void;
}

function ValueRow(props: ValueRowProps): ReactNode {
  const { row, index, focused, onFocused, onChange, onMove } = props;
  const { value, description } = row;
  const name = value === '' ? `value ${index + 1}` : value;
  return (
    <PairRow
      onFocused={
        focused && focused.isDone !== true ? () => onFocused({ ...focused, isDone: true }) : undefined
      }
      focusedButton={focused?.button}
      onKeyDown={(event) => {
        if (
          event.key === 'Enter' &&
          !isWithControl(event) &&
          event.target instanceof HTMLInputElement &&
          !event.nativeEvent.isComposing
        ) {
          event.preventDefault();
          if (value !== '') props.onEnter();
          return;
        }
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
      first={
        <TextField
          label={`Value ${index + 1}`}
          isLabelHidden
          placeholder="Value"
          value={value}
          onChange={(text) => onChange({ ...row, value: text })}
          {...(props.isRepeated && { problem: 'Listed twice' })}
        />
      }
      second={
        <TextField
          label={`Description of ${name}`}
          isLabelHidden
          placeholder="Description"
          value={description}
          onChange={(text) => onChange({ ...row, description: text })}
        />
      }
      buttons={<RowButtons {...props} name={name} />}
    />
  );
}

/** Moves and removes a row. */
function RowButtons({
  name,
  index,
  isLast,
  onMove,
  onRemove,
}: Pick<ValueRowProps, 'index' | 'isLast' | 'onMove' | 'onRemove'> & { readonly name: string }): ReactNode {
  return (
    <>
      <Button look="quiet" label={`Move ${name} up`} isDisabled={index === 0} onPress={() => onMove(-1, 0)}>
        <span aria-hidden="true">↑</span>
      </Button>
      <Button look="quiet" label={`Move ${name} down`} isDisabled={isLast} onPress={() => onMove(1, 1)}>
        <span aria-hidden="true">↓</span>
      </Button>
      <Button look="quiet" label={`Remove ${name}`} onPress={onRemove}>
        <span aria-hidden="true">✕</span>
      </Button>
    </>
  );
}
