import { useEffect, useRef, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { NameText } from '../text/name-text.tsx';
import { Button } from './button.tsx';
import './chips.css';

/** A selected value. */
export interface ChipItem {
  readonly id: string;
  readonly text: string;
}

export interface ChipsProps {
  readonly label: string;
  readonly items: readonly ChipItem[];
  readonly onRemove: (id: string) => void;
}

/** Selected values, each with a button that removes it and moves the focus to the next one, or to the field above. */
export function Chips({
  label,
  items,
  onRemove,
  fold,
}: ChipsProps & {
  /** Shows only some of them. */
  readonly fold?: (
    chip: (item: ChipItem) => ReactNode,
    around: (chips: readonly ReactNode[]) => ReactNode,
  ) => ReactNode;
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
  if (items.length === 0) return null;
  const chip = ({ id, text }: ChipItem): ReactNode => (
    <li key={id} className="chip">
      <NameText className="chip-text" title={text}>
        {text}
      </NameText>
      <Button
        look="quiet"
        label={`Remove ${text}`}
        onPress={() => {
          const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
          const place = buttons.findIndex((button) => button === document.activeElement);
          removed.current = { id, place, above: list.current?.previousElementSibling ?? null };
          onRemove(id);
        }}
      >
        <span aria-hidden="true">✕</span>
      </Button>
    </li>
  );
  const around = (chips: readonly ReactNode[]): ReactNode => (
    <ul ref={list} className="chips" role="list" aria-label={withMarks(label)}>
      {chips}
    </ul>
  );
  return fold ? fold(chip, around) : around(items.map(chip));
}
