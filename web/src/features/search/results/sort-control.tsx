import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { FieldPicker } from '../filters/field-picker.tsx';
import type { Sort } from '../../../shared/search/search-address.ts';
import type { Fields } from '../filters/use-fields.ts';

const NAME = '_entityName';
const CHANGED = 'catalogModifiedAt';
const MODIFIED = 'lastModifiedAt';
/** Keys of choices that are not fields. */
const RELEVANCE = '';
const OTHER = ' other';

/** Sorts the results by relevance, name, last change, or any property. */
export function SortControl({
  sort,
  fields,
  onChange,
}: {
  readonly sort: Sort | undefined;
  readonly fields: Fields;
  readonly onChange: (sort: Sort | undefined) => void;
}): ReactNode {
  const [isPicking, setPicking] = useState(false);
  const known = new Map([
    [NAME, 'Name'],
    [CHANGED, 'Changed in the catalog'],
    [MODIFIED, 'Modified in the source'],
    ...(fields.facets ?? [])
      .filter(({ name }) => name.startsWith('structuredProperties.'))
      .map(({ name, label }) => [name, label] as const),
  ]);
  if (sort && !known.has(sort.field)) known.set(sort.field, fields.of(sort.field).label);
  return (
    <Row gap={1}>
      {/* Before the list of choices, which stays under the pointer that way. */}
      {sort && (
        <Button
          look="quiet"
          label={sort.isDescending ? 'Descending; sort ascending' : 'Ascending; sort descending'}
          onPress={() => {
            onChange({ ...sort, isDescending: !sort.isDescending });
          }}
        >
          <span aria-hidden="true">{sort.isDescending ? '↓' : '↑'}</span>
        </Button>
      )}
      <Select
        label="Sort by"
        isLabelHidden
        value={sort?.field ?? RELEVANCE}
        choices={[
          { value: RELEVANCE, label: 'Relevance' },
          ...[...known].map(([value, label]) => ({ value, label })),
          { value: OTHER, label: 'Another property…' },
        ]}
        onChange={(field) => {
          if (field === OTHER) setPicking(true);
          // Changes: newest first. Names and values: ascending.
          else
            onChange(
              field === RELEVANCE
                ? undefined
                : { field, isDescending: field === CHANGED || field === MODIFIED },
            );
        }}
      />
      <Dialog
        title="Sort by a property"
        isOpen={isPicking}
        onClose={() => {
          setPicking(false);
        }}
      >
        <FieldPicker
          label="Property"
          onPick={({ name }) => {
            setPicking(false);
            onChange({ field: name, isDescending: false });
          }}
        />
      </Dialog>
    </Row>
  );
}
