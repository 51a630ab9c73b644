import { useState, type ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { parseCell, refusedByRules } from '../grid/cell-text.ts';
import type { CellDefinition } from '../grid/cell-definition.ts';
import type { Resolved, UrnsByName } from '../grid/named-values.ts';
import { CellField, useCellDraft } from './cell-field.tsx';

const NOBODY: UrnsByName = new Map();

/** Dialog that sets or clears one property, or the description, of the selected columns. */
export function SetDialog({
  definitions,
  columnCount,
  onSet,
  onClose,
}: {
  /** Definitions that the person may edit; not empty. */
  readonly definitions: readonly [CellDefinition, ...CellDefinition[]];
  readonly columnCount: number;
  /** Called with the text for all cells; empty to clear them. */
  readonly onSet: (definition: CellDefinition, text: string) => void;
  readonly onClose: () => void;
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
    else if (parsed.values.length === 0) setProblem('Enter a value, or press Clear values.');
    else if ('text' in meant) {
      onClose();
      onSet(definition, meant.text);
    }
  };
  const set = (kept: string): void => {
    void Promise.resolve(named.resolve(kept)).then(take);
  };
  return (
    <Dialog
      title={`Set value for ${counted(columnCount, 'column')}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            look="danger"
            onPress={() => {
              onClose();
              onSet(definition, '');
            }}
          >
            Clear values
          </Button>
          <Button look="primary" onPress={() => set(text)}>
            Set value
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
      </Stack>
    </Dialog>
  );
}
