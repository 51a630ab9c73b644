import { useState, type ComponentProps, type ReactNode } from 'react';
import { EntityPicker } from './entity-picker.tsx';

/** Field that adds entities one by one: after each selection it is empty and focused. */
export function EntityAdder({
  onAdd,
  ...field
}: Pick<ComponentProps<typeof EntityPicker>, 'label' | 'help' | 'types'> & {
  readonly onAdd: (urn: string) => void;
}): ReactNode {
  // A new field after each selection.
  const [turn, setTurn] = useState(0);
  return (
    <EntityPicker
      key={turn}
      {...field}
      value={undefined}
      autoFocus={turn > 0}
      // The open list hides everything else from screen readers.
      opensOnFocus={turn === 0}
      onChange={(urn) => {
        if (urn === undefined) return;
        setTurn(turn + 1);
        onAdd(urn);
      }}
    />
  );
}
