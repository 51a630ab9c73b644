import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { parseCell, refusedByRules, type Values } from '../grid/cell-text.ts';
import type { CellDefinition } from '../grid/cell-definition.ts';
import type { Resolved, UrnsByName } from '../grid/named-values.ts';
import { CellField, useCellDraft } from './cell-field.tsx';

const NOBODY: UrnsByName = new Map();

/** Dialog that sets or clears one property, the description or the labels of several columns. */
export function SetDialog({
  title,
  actions,
  definitions,
  onSet,
  onClose,
  isPending = false,
  children,
}: {
  readonly title: string;
  /** Labels of the buttons that set and clear. */
  readonly actions: { readonly set: string; readonly clear: string };
  /** What can be set; not empty. */
  readonly definitions: readonly [CellDefinition, ...CellDefinition[]];
  /** Called with the text for all cells and its values; empty to clear them. */
  readonly onSet: (definition: CellDefinition, text: string, values: Values) => void;
  readonly onClose: () => void;
  readonly isPending?: boolean;
  /** More fields, below the value. */
  readonly children?: ReactNode;
}): ReactNode {
  const [id, setId] = useState(definitions[0].id);
  const definition = definitions.find((one) => one.id === id) ?? definitions[0];
  const draft = useCellDraft(definition, '', NOBODY);
  const { text, setText, setProblem, choices, named } = draft;

  const take = (meant: Resolved): void => {
    const parsed = 'text' in meant ? parseCell(definition, meant.text) : meant;
    const refused = 'values' in parsed ? refusedByRules(definition, parsed.values, []) : undefined;
    if ('problem' in parsed) setProblem(parsed.problem);
    else if (refused !== undefined) setProblem(refused);
    else if (parsed.values.length === 0) setProblem(`Enter a value, or press ${actions.clear}.`);
    else if ('text' in meant) onSet(definition, meant.text, parsed.values);
  };
  const set = (kept: string): void => {
    void Promise.resolve(named.resolve(kept)).then(take);
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="danger" isPending={isPending} onPress={() => onSet(definition, '', [])}>
            {actions.clear}
          </Button>
          <Button look="primary" isPending={isPending} onPress={() => set(text)}>
            {actions.set}
          </Button>
        </>
      }
    >
      <Stack>
        <Select
          label="Property"
          value={definition.id}
          choices={definitions.map((one) => ({ value: one.id, label: one.name, help: one.help }))}
          onChange={(next) => {
            setId(next);
            setText('');
          }}
        />
        {definition.isMultiple && <Soft>Separate several values by semicolons.</Soft>}
        <CellField
          key={definition.id}
          label={`New value of ${definition.name}`}
          draft={draft}
          takesFocus={false}
          onChoose={(value) => setText(named.withChoice(text, value, choices))}
          onKey={(event) => {
            if (event.key === 'Escape') onClose();
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            set(text);
          }}
        />
        {children}
      </Stack>
    </Dialog>
  );
}
