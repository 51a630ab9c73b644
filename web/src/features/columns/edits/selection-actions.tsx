import type { ReactNode } from 'react';
import { counted } from '../../../components/counted.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useIsNarrow } from '../../../components/layout/use-is-narrow.ts';
import type { SchemaColumn } from '../grid/schema-columns.ts';

/** Undo of the last change of the grid, and what can be done with the selected columns. */
export function SelectionActions({
  undo,
  isRedo,
  selected,
  canSet,
  canPropose,
  onClear,
  onDetails,
  onSet,
  onPropose,
}: {
  readonly undo: (() => void) | undefined;
  /** Whether `undo` takes back an undo. */
  readonly isRedo: boolean;
  readonly selected: readonly SchemaColumn[];
  /** Whether the person may change any kind of cell. */
  readonly canSet: boolean;
  /** Whether the person may propose what they may not change. */
  readonly canPropose: boolean;
  readonly onClear: () => void;
  readonly onDetails: (column: SchemaColumn) => void;
  readonly onSet: () => void;
  readonly onPropose: () => void;
}): ReactNode {
  const isNarrow = useIsNarrow();
  const columns = counted(selected.length, 'column');
  const [only] = selected.length === 1 ? selected : [];
  return (
    <>
      {undo && (
        <Button look="quiet" onPress={undo}>
          {isRedo ? 'Redo' : 'Undo'}
        </Button>
      )}
      {selected.length > 0 && (
        <Button look="quiet" onPress={onClear}>
          Clear selection
        </Button>
      )}
      {only?.urn !== undefined && (
        <Button
          look="quiet"
          onPress={() => {
            onDetails(only);
          }}
        >
          Details
        </Button>
      )}
      {selected.length > 0 && canPropose && (
        <Button
          look={canSet ? 'plain' : 'primary'}
          label={`Propose a value for ${columns}`}
          onPress={onPropose}
        >
          {isNarrow ? 'Propose' : `Propose a value for ${columns}`}
        </Button>
      )}
      {selected.length > 0 && canSet && (
        <Button look="primary" label={`Set value for ${columns}`} onPress={onSet}>
          {isNarrow ? 'Set value' : `Set value for ${columns}`}
        </Button>
      )}
    </>
  );
}
