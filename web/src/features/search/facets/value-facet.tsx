import { useState, type ReactNode } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FacetValue, FacetValues } from '../../../components/controls/facet.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Soft } from '../../../components/layout/layout.tsx';
import { isChosen, withValue, type FacetChoice } from './facet-choice.ts';
import { valueColorOf, valueLabel, type Field } from '../../../shared/search/fields.ts';
import type { SearchInput } from '../search-input.ts';
import { numberText } from '../../../components/number-text.ts';
import { useFacetValues, type CountedValue } from './use-facet-values.ts';

/** Values shown at first. */
const FEW = 6;
/** Values added by each press of *Show more*. */
const MORE = 20;
/** Maximum values that can be searched: the server's limit; lower for entities, whose names must be loaded. */
const ALL = { text: 10_000, urn: 1_000 };

/** Facet of a field with values to include or exclude. */
export function ValueFacet({
  field,
  choice,
  shared,
  search,
  onChange,
}: {
  readonly field: Field;
  readonly choice: FacetChoice;
  /** Its most frequent values in the search's results; undefined until loaded. */
  readonly shared: readonly CountedValue[] | undefined;
  /** The search without this facet's selection: counts what another selection would find. */
  readonly search: SearchInput;
  readonly onChange: (choice: FacetChoice) => void;
}): ReactNode {
  const [limit, setLimit] = useState(FEW);
  const [filter, setFilter] = useState('');
  const isAll = limit > FEW;
  const all = field.kind === 'urn' ? ALL.urn : ALL.text;
  const own = useFacetValues([field], search, isAll ? all : FEW + 1, isAll || isChosen(choice));
  const values = isAll || isChosen(choice) ? (own.data?.get(field.name) ?? shared) : shared;
  const named = [...choice.chosen, ...choice.excluded];
  const nameOf = useEntityNames(named);
  if (own.error) return <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />;
  if (values === undefined) return <Skeleton lines={3} />;

  const words = filter.trim().toLowerCase();
  const found = words === '' ? values : values.filter(({ label }) => label.toLowerCase().includes(words));
  const shown = found.slice(0, limit);
  // Selected values are always shown, even if they are rare.
  const missing = named
    .filter((value) => !shown.some((other) => isSame(field, other.value, value)))
    .map((value) => ({
      value,
      label: valueLabel(field, value, nameOf),
      count: countOf(field, value, values, shared),
    }));
  // How many there are is unknown until all are asked for.
  const more = isAll ? `Show ${numberText(Math.min(MORE, found.length - limit))} more` : 'Show more';
  return (
    <>
      {isAll && (
        <TextField
          label={`Search in ${field.label}`}
          isLabelHidden
          placeholder="Search in these values"
          value={filter}
          onChange={setFilter}
        />
      )}
      <FacetValues label={field.label}>
        {[...shown, ...missing].map(({ value, label, count }) => (
          <FacetValue
            key={value}
            label={label}
            count={count}
            color={valueColorOf(field, value)}
            state={stateOf(field, choice, value)}
            onChange={(state) => {
              const given = named.find((one) => isSame(field, one, value)) ?? value;
              onChange(withValue(choice, given, state));
            }}
          />
        ))}
        {shown.length + missing.length === 0 && <Soft>{words === '' ? 'No values' : 'No values match'}</Soft>}
      </FacetValues>
      {found.length > limit && (
        <Button
          look="quiet"
          label={`${more} values of ${field.label}`}
          onPress={() => setLimit(limit + MORE)}
        >
          {more}
        </Button>
      )}
      {isAll && values.length >= all && (
        <Soft>Only the {numberText(all)} most frequent values are shown.</Soft>
      )}
    </>
  );
}

function stateOf(field: Field, choice: FacetChoice, value: string): 'chosen' | 'excluded' | undefined {
  if (choice.chosen.some((one) => isSame(field, one, value))) return 'chosen';
  return choice.excluded.some((one) => isSame(field, one, value)) ? 'excluded' : undefined;
}

/** Whether two texts are the same value: the server counts a number as `30.0`, filters may have `30`. */
function isSame({ kind }: Field, a: string, b: string): boolean {
  return a === b || (kind === 'number' && Number(a) === Number(b));
}

function countOf(
  field: Field,
  value: string,
  ...lists: readonly (readonly CountedValue[] | undefined)[]
): number | undefined {
  for (const list of lists) {
    const found = list?.find((other) => isSame(field, other.value, value));
    if (found) return found.count;
  }
  return undefined;
}
