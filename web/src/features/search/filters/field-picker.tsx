import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ComboBox } from '../../../components/fields/choice.tsx';
import { BUILT_IN_FIELDS, OTHER_FIELDS, type Field } from '../../../shared/search/fields.ts';
import { useFoundProperties } from './use-fields.ts';

/** Selects a built-in field or a property by typing. Clears itself after a selection. */
export function FieldPicker({
  label,
  isLabelHidden = false,
  placeholder = 'Property or field name',
  without = [],
  onPick,
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly placeholder?: string;
  /** Names of fields to exclude. */
  readonly without?: readonly string[];
  readonly onPick: (field: Field) => void;
}): ReactNode {
  const [text, setText] = useState('');
  // A new field after each selection: changing the text of the old one would open its list.
  const [picks, setPicks] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Keeps the focus here for keyboard users. The button, unlike the field, does not open the list on focus.
    if (picks > 0) box.current?.querySelector('button')?.focus();
  }, [picks]);
  const words = text.trim().toLowerCase();
  const known = [...BUILT_IN_FIELDS, ...OTHER_FIELDS].filter((field) =>
    field.label.toLowerCase().includes(words),
  );
  const fields = [...known, ...useFoundProperties(text.trim())].filter(({ name }) => !without.includes(name));
  return (
    <div ref={box}>
      <ComboBox
        key={picks}
        label={label}
        isLabelHidden={isLabelHidden}
        placeholder={placeholder}
        value={undefined}
        text={text}
        onInput={setText}
        choices={fields.map((field) => ({
          value: field.name,
          label: field.label,
          help: field.name.startsWith('structuredProperties.')
            ? field.name.replace('structuredProperties.', '')
            : undefined,
        }))}
        onChange={(name) => {
          const field = fields.find((one) => one.name === name);
          if (field === undefined) return;
          setText('');
          setPicks(picks + 1);
          onPick(field);
        }}
      />
    </div>
  );
}
