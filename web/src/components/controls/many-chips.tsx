import { useState, type ReactNode } from 'react';
import { ManyItems } from '../lists/many-items.tsx';
import { Chips, type ChipsProps } from './chips.tsx';

/** `Chips` of which many are folded, except those that were added since. */
export function ManyChips(props: ChipsProps): ReactNode {
  const { items } = props;
  const [isOpen, setOpen] = useState(false);
  const [first] = useState(() => new Set(items.map(({ id }) => id)));
  const byId = new Map(items.map((item) => [item.id, item]));
  const itemOf = (id: string) => byId.get(id) ?? { id, text: id };
  return (
    <Chips
      {...props}
      fold={(chip, around) => (
        <ManyItems
          items={[...byId.keys()]}
          textOf={(id) => itemOf(id).text}
          isOpen={isOpen}
          setOpen={setOpen}
          isAlwaysShown={(id) => !first.has(id)}
          around={around}
        >
          {(id) => chip(itemOf(id))}
        </ManyItems>
      )}
    />
  );
}
