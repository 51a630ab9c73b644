import { useEffect, useRef, useState, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { ManyItems } from '../lists/many-items.tsx';
import { NameText } from '../text/name-text.tsx';
import { Button } from './button.tsx';
import './chips.css';

/**
 * Selected values, each with a button that removes it and moves the focus to the next one, or to the field above. Many are folded,
 * except those that were added since.
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
  // Index of the chip that had the focus when it was removed.
  const removed = useRef<{ readonly id: string; readonly place: number; readonly above: Element | null }>();
  useEffect(() => {
    if (!removed.current || items.some(({ id }) => id === removed.current?.id)) return;
    const { above, place } = removed.current;
    removed.current = undefined;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(place, buttons.length - 1)] ?? above?.querySelector('input'))?.focus();
  }, [items]);
  const [isOpen, setOpen] = useState(false);
  const [first] = useState(() => new Set(items.map(({ id }) => id)));
  if (items.length === 0) return null;
  const texts = new Map(items.map(({ id, text }) => [id, text]));
  const textOf = (id: string): string => texts.get(id) ?? id;
  return (
    <ManyItems
      items={[...texts.keys()]}
      textOf={textOf}
      isOpen={isOpen}
      setOpen={setOpen}
      isAlwaysShown={(id) => !first.has(id)}
      around={(shown) => (
        <ul ref={list} className="chips" role="list" aria-label={withMarks(label)}>
          {shown}
        </ul>
      )}
    >
      {(id) => (
        <li key={id} className="chip">
          <NameText className="chip-text" title={textOf(id)}>
            {textOf(id)}
          </NameText>
          <Button
            look="quiet"
            label={`Remove ${textOf(id)}`}
            onPress={() => {
              const place = [...(list.current?.querySelectorAll('button') ?? [])].findIndex(
                (button) => button === document.activeElement,
              );
              removed.current = { id, place, above: list.current?.previousElementSibling ?? null };
              onRemove(id);
            }}
          >
            <span aria-hidden="true">✕</span>
          </Button>
        </li>
      )}
    </ManyItems>
  );
}
