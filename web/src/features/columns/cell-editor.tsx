import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CellPopup } from '../../components/grid/cell-popup.tsx';
import { ValueInput } from '../../components/grid/value-input.tsx';
import type { GridMove } from '../../components/grid/data-grid.tsx';
import { parseCell, withLastPart } from './cell-text.ts';
import type { CellDefinition } from './cell-definition.ts';
import type { Resolved, UrnsByName } from './named-values.ts';
import { useNamedText } from './use-named-text.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The editor in the place of a cell. Enter keeps the text and goes down, Tab to the right; Escape leaves all as it was. */
export function CellEditor({
  label,
  definition,
  text: before,
  known,
  onKeep,
  onClose,
}: {
  readonly label: string;
  readonly definition: CellDefinition;
  readonly text: string;
  /** Whom the names in the text mean. */
  readonly known: UrnsByName;
  /** Called with urns in place of names. */
  readonly onKeep: (text: string) => void;
  /** Ends editing; the focus goes so many rows and columns further, or stays where the person moved it. */
  readonly onClose: (move?: GridMove) => void;
}): ReactNode {
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState<string>();
  const choices = useSuggestions(definition, text);
  const named = useNamedText(definition, known);
  const isLong = definition.valueType === 'rich_text';

  // The field also loses the focus when it is taken away.
  const isOver = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const close = (move?: GridMove): void => {
    isOver.current = true;
    onClose(move);
  };
  const keep = (kept: string, move?: GridMove): void => {
    if (isOver.current) return;
    const take = (meant: Resolved): void => {
      if (isOver.current) return;
      const parsed = 'problem' in meant ? meant : parseCell(definition, meant.text);
      if (isGone.current) {
        // Another cell is edited by now, which must not be closed; the grid says what is wrong with the text.
        onKeep('problem' in meant ? kept : meant.text);
      } else if ('problem' in meant || 'problem' in parsed) {
        setProblem('problem' in parsed ? parsed.problem : undefined);
      } else {
        close(move);
        onKeep(meant.text);
      }
    };
    const meant = named.resolve(kept);
    if (meant instanceof Promise) void meant.then(take);
    else take(meant);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') close({ rows: 0, columns: 0 });
    else if (event.key === 'Enter' && !event.shiftKey) keep(text, { rows: 1, columns: 0 });
    else if (event.key === 'Tab') keep(text, { rows: 0, columns: event.shiftKey ? -1 : 1 });
    else return;
    event.preventDefault();
  };
  return (
    <CellPopup>
      <ValueInput
        label={label}
        text={text}
        onText={(next) => {
          setProblem(undefined);
          setText(next);
        }}
        type={definition.valueType === 'date' && !definition.isMultiple ? 'date' : 'text'}
        lines={isLong ? 4 : 1}
        problem={problem}
        choices={choices}
        onChoose={(value) => {
          const next = named.withChoice(text, value, choices);
          if (definition.isMultiple) setText(next);
          else keep(withLastPart(definition, text, value), { rows: 0, columns: 0 });
        }}
        onKey={onKey}
        onBlur={() => {
          keep(text);
        }}
      />
    </CellPopup>
  );
}
