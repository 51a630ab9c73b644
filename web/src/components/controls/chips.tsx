import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './chips.css';

/**
 * Values that were chosen, each with a button that removes it. The focus goes to the next button; after the last value the
 * caller brings it to a field.
 */
export function Chips({
  label,
  items,
  onRemove,
}: {
  readonly label: string;
  readonly items: readonly { readonly id: string; readonly text: string }[];
  readonly onRemove: (id: string) => void;
}): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<{ readonly id: string; readonly place: number }>(undefined);
  useEffect(() => {
    if (!removed.current || items.some(({ id }) => id === removed.current?.id)) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(removed.current.place, buttons.length - 1)]?.focus();
    removed.current = undefined;
  }, [items]);
  if (items.length === 0) return null;
  return (
    <ul ref={list} className="chips" role="list" aria-label={label}>
      {items.map(({ id, text }, place) => (
        <li key={id} className="chip">
          <bdi className="chip-text" title={text}>
            {text}
          </bdi>
          <Button
            look="quiet"
            label={`Remove ${text}`}
            onPress={() => {
              removed.current = { id, place };
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
