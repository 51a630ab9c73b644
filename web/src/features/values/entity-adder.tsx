import { useState, type ComponentProps, type ReactNode } from 'react';
import { EntityPicker } from './entity-picker.tsx';

/** Finds one entity after another: after each choice the field is empty and has the focus, so that the next can be typed. */
export function EntityAdder({
  onAdd,
  ...field
}: Pick<ComponentProps<typeof EntityPicker>, 'label' | 'help' | 'types'> & {
  readonly onAdd: (urn: string) => void;
}): ReactNode {
  // A new field after each choice.
  const [turn, setTurn] = useState(0);
  return (
    <EntityPicker
      key={turn}
      {...field}
      value={undefined}
      autoFocus={turn > 0}
      // The list hides all else from a screen reader.
      opensOnFocus={turn === 0}
      onChange={(urn) => {
        if (urn === undefined) return;
        setTurn(turn + 1);
        onAdd(urn);
      }}
    />
  );
}
