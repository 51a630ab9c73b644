import { useState, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { TextField } from '../fields/fields.tsx';
import { Row, Soft, Stack } from '../layout/layout.tsx';
import { Inline } from '../text/inline.tsx';

/** Items shown of a long list. */
export const FOLDED_ITEMS = 20;
/** Items of a list that has a search field when all are shown. */
const MANY = 50;

/** Short items in a row; of many, the first ones, and on request all, with a search within. */
export function ManyItems<Item extends string | number>({
  items,
  textOf = String,
  isOpen,
  setOpen,
  isAlwaysShown = () => false,
  around = (shown) => <Inline>{shown}</Inline>,
  children: render,
}: {
  readonly items: readonly Item[];
  /** Text to search. */
  readonly textOf?: (item: Item) => string;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Items that are shown even if the list is folded. */
  readonly isAlwaysShown?: (item: Item) => boolean;
  /** The element around the shown items. */
  readonly around?: (shown: readonly ReactNode[]) => ReactNode;
  readonly children: (item: Item, index: number) => ReactNode;
}): ReactNode {
  const [typed, setTyped] = useState('');
  if (items.length <= FOLDED_ITEMS) return around(items.map(render));
  const count = items.length.toLocaleString('en');
  const wanted = typed.trim().toLowerCase();
  const found = isOpen
    ? items.filter((item) => textOf(item).toLowerCase().includes(wanted))
    : items.filter((item, index) => index < FOLDED_ITEMS || isAlwaysShown(item));
  return (
    <Stack gap={2}>
      {isOpen && items.length > MANY && (
        <TextField
          label={`Search ${count} values`}
          isLabelHidden
          type="search"
          placeholder={`Search ${count} values`}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      )}
      {found.length === 0 ? <Soft>No value matches</Soft> : around(found.map(render))}
      <Row>
        <Button
          look="quiet"
          isExpanded={isOpen}
          {...(!isOpen && { printed: `and ${(items.length - found.length).toLocaleString('en')} more` })}
          onPress={() => {
            setTyped('');
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Show fewer' : `Show all ${count}`}
        </Button>
        {wanted !== '' && (
          <Soft>
            <span role="status">{`${found.length.toLocaleString('en')} of ${count}`}</span>
          </Soft>
        )}
      </Row>
    </Stack>
  );
}
