import type { ReactNode } from 'react';
import { Facts } from '../../components/data/table.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';

/** Keys by where they work, each with what it does. */
const SHORTCUTS: readonly {
  readonly place: string;
  readonly keys: readonly (readonly [keys: readonly string[], effect: string])[];
}[] = [
  {
    place: 'Everywhere',
    keys: [
      [['/'], 'Search'],
      [['Ctrl K', '⌘ K'], 'Open the command palette'],
      [['Ctrl Z', '⌘ Z'], 'Undo, while a message offers it'],
      [['?'], 'Show these shortcuts'],
      [['Esc'], 'Close what is open'],
    ],
  },
  {
    place: 'Filters of the search',
    keys: [
      [['↑', '↓'], 'Move between the values of a filter'],
      [['←', '→'], 'Move to Exclude, and back'],
    ],
  },
  {
    place: 'Review',
    keys: [
      [['j', 'k'], 'Move to the next and the previous proposal'],
      [['↑', '↓'], 'In the list: move between proposals'],
      [['Enter'], 'Open the proposal'],
    ],
  },
  {
    place: 'Grid of columns',
    keys: [
      [['↑', '↓', '←', '→'], 'Move to another cell; with Shift, select'],
      [['Enter', 'F2'], 'Edit the cell; again, save and move down'],
      [['Tab'], 'Save the cell and move right'],
      [['Ctrl C', 'Ctrl V'], 'Copy and paste, also from a spreadsheet'],
      [['Ctrl D'], 'Fill the selection down, or a cell from the one above'],
      [['Delete'], 'Clear the selected cells'],
      [['Ctrl Z'], 'Undo the last change'],
      [['Space'], 'Select the row'],
      [['↑', 'Enter'], 'From the first row: to the labels, which sort'],
    ],
  },
  {
    place: 'Editor of a property',
    keys: [
      [['Enter'], 'In an allowed value: add one below'],
      [['Alt ↑', 'Alt ↓'], 'Move the allowed value'],
      [['Ctrl Enter'], 'Go to Save, with its effects'],
    ],
  },
  {
    place: 'Lineage',
    keys: [
      [['↑', '↓', '←', '→'], 'Move to the nearest asset'],
      [['Enter'], 'Open the asset'],
    ],
  },
];

/** Says which keys do what. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <Stack gap={5}>
        {SHORTCUTS.map(({ place, keys }) => (
          <Stack key={place} gap={2}>
            <h3>{place}</h3>
            <Facts
              facts={keys.map(([pressed, effect]) => ({
                label: effect,
                value: pressed.map((one) => <kbd key={one}>{one}</kbd>),
              }))}
            />
          </Stack>
        ))}
      </Stack>
    </Dialog>
  );
}
