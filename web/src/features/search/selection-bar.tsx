import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/controls/fields.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { withSelected } from './selection.ts';
import type { Selection } from './selection.ts';

/** Chooses the results of this page, or all that match; shows what can be done with them. */
export function SelectionBar({
  selection,
  page,
  total,
  actions,
  onChange,
}: {
  readonly selection: Selection;
  /** Urns of the results on this page. */
  readonly page: readonly string[];
  readonly total: number;
  /** What can be done with the selection. */
  readonly actions: ReactNode;
  readonly onChange: (selection: Selection) => void;
}): ReactNode {
  const { urns, isAll } = selection;
  const onPage = page.filter((urn) => urns.has(urn)).length;
  const count = isAll ? total : urns.size;
  const isWholePage = isAll || (page.length > 0 && onPage === page.length);
  return (
    <Row gap={3}>
      <Checkbox
        isSelected={isWholePage}
        isIndeterminate={!isWholePage && onPage > 0}
        onChange={(isSelected) => {
          onChange(isAll ? { urns: new Set(), isAll: false } : withSelected(selection, page, isSelected));
        }}
      >
        {count === 0 ? 'Select page' : `${count.toLocaleString('en')} selected`}
      </Checkbox>
      {count > 0 && !isAll && total > count && (
        <Button
          look="quiet"
          onPress={() => {
            onChange({ urns, isAll: true });
          }}
        >
          Select all {total.toLocaleString('en')}
        </Button>
      )}
      {count > 0 && (
        <>
          <Button
            look="quiet"
            onPress={() => {
              onChange({ urns: new Set(), isAll: false });
            }}
          >
            Clear selection
          </Button>
          {actions}
        </>
      )}
    </Row>
  );
}
