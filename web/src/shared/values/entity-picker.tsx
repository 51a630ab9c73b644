import { messageOf } from '../../api/api-error.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { completeNames } from '../../api/names/complete-names.ts';
import { ENTITY_LABEL, nameOf, type EntityLabel } from '../../api/names/entity-label.ts';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { ComboBox } from '../../components/fields/choice.tsx';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { entityTypeOf, platformOf, shortName } from '../../urls/urn.ts';
import type { EntityTypeName } from './property-definition.ts';

const FIRST = graphql(
  `
    query pickFirst($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        searchResults {
          entity {
            urn
            ...EntityLabel
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Maximum choices shown. */
const SHOWN = 20;

/** Field that finds an entity of some types by name. */
export function EntityPicker({
  types,
  value,
  onChange,
  ...field
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** Types to search; empty for all. */
  readonly types: readonly EntityTypeName[];
  readonly value: string | undefined;
  readonly onChange: (urn: string | undefined) => void;
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly opensOnFocus?: boolean;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const nameOfUrn = useEntityNames(value === undefined ? [] : [value]);
  const chosen = value === undefined ? undefined : nameOfUrn(value);
  // The name of the selected entity is not a query: the field then offers the first entities again.
  const searchText = typed === chosen ? '' : typed.trim();
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['pickEntity', types, searchText],
    queryFn: ({ signal }) => find(types, searchText, signal),
    placeholderData: keepPreviousData,
  });
  const choices = (data ?? []).map((entity) => ({
    value: entity.urn,
    label: nameOf(entity),
    help: placeText(entity.urn, nameOf(entity)),
  }));
  // Until the server responds, shows only matching earlier choices, so that Enter never selects a non-matching entity.
  const found = isPlaceholderData
    ? choices.filter(({ label }) => label.toLowerCase().includes(searchText.toLowerCase()))
    : choices;
  // The field keeps a selection only if it is among the shown choices.
  const isMissing = value !== undefined && !found.some((choice) => choice.value === value);
  return (
    <ComboBox
      {...field}
      choices={
        isMissing ? [...found, { value, label: chosen ?? value, help: placeText(value, chosen) }] : found
      }
      value={value}
      onChange={onChange}
      onInput={setTyped}
      placeholder={field.placeholder ?? 'Type a name'}
      problem={error === null ? field.problem : messageOf(error)}
    />
  );
}

async function find(
  types: readonly EntityTypeName[],
  text: string,
  signal: AbortSignal,
): Promise<readonly (EntityLabel & { readonly urn: string })[]> {
  const wanted = { types: [...types] };
  if (text === '') {
    const { searchAcrossEntities } = await query(
      FIRST,
      { input: { ...wanted, query: '*', count: SHOWN } },
      signal,
    );
    return searchAcrossEntities?.searchResults.map(({ entity }) => entity) ?? [];
  }
  return completeNames({ ...wanted, query: text, limit: SHOWN }, signal);
}

/** Distinguishes entities with the same name: type, platform, and the name in the urn if it is another one. */
function placeText(urn: string, name: string | undefined): string {
  const inUrn = shortName(urn);
  return [entityTypeLabel(entityTypeOf(urn)), platformOf(urn), inUrn === name ? undefined : inUrn]
    .filter((part) => part !== undefined)
    .join(' · ');
}
