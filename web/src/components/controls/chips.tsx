import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './chips.css';

/** Values that were chosen, each with a button that removes it. */
export function Chips({
  label,
  items,
  onRemove,
}: {
  readonly label: string;
  readonly items: readonly { readonly id: string; readonly text: string }[];
  readonly onRemove: (id: string) => void;
}): ReactNode {
  if (items.length === 0) return null;
  return (
    <ul className="chips" role="list" aria-label={label}>
      {items.map(({ id, text }) => (
        <li key={id} className="chip">
          <bdi className="chip-text" title={text}>
            {text}
          </bdi>
          <Button
            look="quiet"
            label={`Remove ${text}`}
            onPress={() => {
              onRemove(id);
            }}
          >
            <span aria-hidden="true">✕</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
