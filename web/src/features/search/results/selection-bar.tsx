import type { ReactNode } from 'react';
import { Button, RefusedButton } from '../../../components/controls/button.tsx';
import { Checkbox } from '../../../components/fields/fields.tsx';
import { SteadyText } from '../../../components/text/steady-text.tsx';
import { numberText } from '../../../components/number-text.ts';
import { withSelected, type Selection } from './selection.ts';

/** Selects the results of this page or all matches, and shows actions on them. */
export function SelectionBar({
  selection,
  page,
  total,
  whyNotAll,
  actions,
  onChange,
}: {
  readonly selection: Selection;
  /** Urns of the results on this page. */
  readonly page: readonly string[];
  readonly total: number;
  /** Why all matches cannot be selected; undefined if they can. */
  readonly whyNotAll: string | undefined;
  /** Actions on the selection. */
  readonly actions: ReactNode;
  readonly onChange: (selection: Selection) => void;
}): ReactNode {
  const { urns, isAll } = selection;
  const onPage = page.filter((urn) => urns.has(urn)).length;
  const count = isAll ? total : urns.size;
  const all = `Select all ${numberText(total)}`;
  const isWholePage = isAll || (page.length > 0 && onPage === page.length);
  return (
    <>
      <Checkbox
        isSelected={isWholePage}
        isIndeterminate={!isWholePage && onPage > 0}
        onChange={(isSelected) => {
          onChange(isAll ? { urns: new Set(), isAll: false } : withSelected(selection, page, isSelected));
        }}
      >
        <SteadyText longest={`${numberText(Math.max(total, 100_000))} selected`}>
          {count === 0 ? 'Select page' : `${numberText(count)} selected`}
        </SteadyText>
      </Checkbox>
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
      {/* Last: it goes when it is pressed, and nothing may move into its place under the pointer. */}
      {count > 0 &&
        !isAll &&
        total > count &&
        (whyNotAll === undefined ? (
          <Button
            look="quiet"
            onPress={() => {
              onChange({ urns, isAll: true });
            }}
          >
            {all}
          </Button>
        ) : (
          <RefusedButton look="quiet" reason={whyNotAll}>
            {all}
          </RefusedButton>
        ))}
    </>
  );
}
