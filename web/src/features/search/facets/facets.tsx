import { useState, type ReactNode } from 'react';
import { useRetry } from '../../../api/use-retry.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Facet } from '../../../components/controls/facet.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { choiceOf, isChosen, withChoice, type FacetChoice } from './facet-choice.ts';
import { FieldPicker } from '../filters/field-picker.tsx';
import type { Field } from '../../../shared/search/fields.ts';
import { PresenceFilter } from './presence-filter.tsx';
import { RangeFacet } from './range-facet.tsx';
import type { SearchState } from '../../../shared/search/search-address.ts';
import { searchInput, withoutFacet } from '../search-input.ts';
import type { Fields } from '../filters/use-fields.ts';
import { COUNTED, useFacetValues, type CountedValue } from './use-facet-values.ts';
import { ValueFacet } from './value-facet.tsx';

/** Fields that every entity has. */
const ALWAYS_PRESENT: readonly string[] = ['_entityType', 'platform'];
/** Fields with nearly unique values. */
const WITHOUT_FACET: readonly string[] = ['_entityName', 'description'];
/** Built-in facets that are open at first. */
const OPEN_AT_FIRST: readonly string[] = ['_entityType', 'platform', 'domains'];

/** Filters beside the results: built-in fields, properties set as search filters, and fields that the person added. */
export function Facets({
  state,
  fields,
  isErrorReported,
  onChange,
}: {
  readonly state: SearchState;
  readonly fields: Fields;
  /** Whether another notice on the page already reports the failure and retries everything. */
  readonly isErrorReported: boolean;
  readonly onChange: (state: SearchState) => void;
}): ReactNode {
  const facets = fields.facets ?? [];
  const [added, setAdded] = useState<string>();
  const listed = facets.filter(({ isListed }) => isListed);
  const retry = useRetry();
  const { data, error } = useFacetValues(listed, searchInput(state), COUNTED);
  const failure = fields.error ?? error;
  if (failure) return isErrorReported ? null : <ErrorNotice error={failure} onRetry={retry} />;
  if (fields.facets === undefined || data === undefined)
    return <Skeleton lines={20} label="Loading filters" />;
  const shown = facets.filter((field) => {
    const isAsked = isChosen(choiceOf(state.filters.base, field.name)) || state.facets.includes(field.name);
    return isAsked || !field.isListed || (data.get(field.name)?.length ?? 0) > 0;
  });
  return (
    <Stack gap={2}>
      <div>
        {shown.map((field) => (
          <FacetOfField
            key={field.name}
            field={field}
            state={state}
            shared={data.get(field.name) ?? []}
            takesFocus={field.name === added}
            onChange={onChange}
          />
        ))}
      </div>
      <FieldPicker
        label="Add filter"
        without={[...shown.map(({ name }) => name), ...WITHOUT_FACET]}
        onPick={({ name }) => {
          setAdded(name);
          onChange({ ...state, facets: [...state.facets, name] });
        }}
      />
    </Stack>
  );
}

function FacetOfField({
  field,
  state,
  shared,
  takesFocus,
  onChange,
}: {
  readonly field: Field;
  readonly state: SearchState;
  readonly shared: readonly CountedValue[];
  readonly takesFocus: boolean;
  readonly onChange: (state: SearchState) => void;
}): ReactNode {
  const { name, label, isListed } = field;
  const choice = choiceOf(state.filters.base, name);
  const isProperty = name.startsWith('structuredProperties.');
  const [isOpen, setOpen] = useState(isProperty || isChosen(choice) || OPEN_AT_FIRST.includes(name));
  const search = searchInput({ ...state, filters: withoutFacet(state.filters, name) });
  const choose = (next: FacetChoice): void => {
    onChange({
      ...state,
      filters: { ...state.filters, base: withChoice(state.filters.base, name, next) },
      page: 1,
    });
  };
  const bounds = [choice.presence, choice.from, choice.to].filter((bound) => bound !== undefined).length;
  return (
    <Facet
      label={label}
      active={choice.chosen.length + choice.excluded.length + bounds}
      isOpen={isOpen}
      onOpenChange={setOpen}
      takesFocus={takesFocus}
    >
      {isListed ? (
        <ValueFacet field={field} choice={choice} shared={shared} search={search} onChange={choose} />
      ) : (
        <RangeFacet field={field} choice={choice} search={search} onChange={choose} />
      )}
      {!ALWAYS_PRESENT.includes(name) && <PresenceFilter field={field} choice={choice} onChange={choose} />}
      {state.facets.includes(name) && (
        <Button
          look="quiet"
          label={`Remove filter ${label}`}
          onPress={() => {
            const { base } = withoutFacet(state.filters, name);
            const added = state.facets.filter((other) => other !== name);
            onChange({ ...state, filters: { ...state.filters, base }, facets: added, page: 1 });
          }}
        >
          Remove
        </Button>
      )}
    </Facet>
  );
}
