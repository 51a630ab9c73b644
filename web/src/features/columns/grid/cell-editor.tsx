import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { CellPopup } from '../../../components/grid/cell-popup.tsx';
import type { GridMove } from '../../../components/grid/grid-props.ts';
import { lastPart, parseCell, refusedByRules, withLastPart } from './cell-text.ts';
import type { CellDefinition } from './cell-definition.ts';
import type { Resolved, UrnsByName } from './named-values.ts';
import { CellField, useCellDraft, type CellDraft } from '../edits/cell-field.tsx';

/** Editor of a cell. Enter saves and moves down, Tab saves and moves right, Escape cancels. */
export function CellEditor({
  label,
  definition,
  text: before,
  isSelected,
  known,
  onKeep,
  onClose,
}: {
  readonly label: string;
  readonly definition: CellDefinition;
  readonly text: string;
  /** Selects the text at first, so that typing replaces it. */
  readonly isSelected: boolean;
  /** Urns by name, for the names in the text. */
  readonly known: UrnsByName;
  /** Called with the text, in which urns replace names. */
  readonly onKeep: (text: string) => void;
  /** Ends editing; moves the focus by this many rows and columns, or leaves it where the person moved it. */
  readonly onClose: (move?: GridMove) => void;
}): ReactNode {
  const draft = useCellDraft(definition, before, known);
  const { text, choices, named } = draft;
  const parsedBefore = parseCell(definition, before);
  const stored = 'values' in parsedBefore ? parsedBefore.values : [];

  // The field also loses the focus when it is unmounted.
  const isOver = useRef(false);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
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
      const problem =
        'problem' in parsed ? parsed.problem : refusedByRules(definition, parsed.values, stored);
      if (isUnmounted.current) {
        // The person now edits another cell, which must stay open; the grid shows the problem with this text.
        onKeep('problem' in meant ? kept : meant.text);
      } else if ('problem' in meant || problem !== undefined) {
        draft.setProblem(problem);
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
    else if (event.key === 'Enter' && !event.shiftKey) keep(completedText(draft), { rows: 1, columns: 0 });
    else if (event.key === 'Tab') keep(completedText(draft), { rows: 0, columns: event.shiftKey ? -1 : 1 });
    else return;
    event.preventDefault();
  };
  return (
    <CellPopup>
      <CellField
        label={label}
        draft={draft}
        isSelected={isSelected}
        onChoose={(value) => {
          if (definition.isMultiple) draft.setText(named.withChoice(text, value, choices));
          else keep(withLastPart(definition, text, value), { rows: 0, columns: 0 });
        }}
        onKey={onKey}
        onBlur={() => keep(text)}
      />
    </CellPopup>
  );
}

/** The text, completed with the only value that matches what was typed of it. */
function completedText({ definition, text, choices }: CellDraft): string {
  const [only, ...others] = choices ?? [];
  const part = lastPart(definition, text);
  if (only === undefined || others.length > 0 || part === '' || only.label === part) return text;
  // Suggestions of entities may still be those of the text before.
  const isMatch = only.label.toLowerCase().includes(part.toLowerCase());
  return isMatch ? withLastPart(definition, text, only.value) : text;
}
