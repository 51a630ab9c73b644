import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ENTITY_LABEL, nameOf } from '../../../api/names/entity-label.ts';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import type { Choice } from '../../../components/fields/choice.tsx';
import { lastPart } from './cell-text.ts';
import type { CellDefinition } from './cell-definition.ts';

const CANDIDATES = graphql(
  `
    query columnValueCandidates($text: String!, $types: [EntityType!]!) {
      autoCompleteForMultiple(input: { query: $text, types: $types, limit: 20 }) {
        suggestions {
          entities {
            urn
            ...EntityLabel
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Maximum suggestions; typing finds more. */
const MAX_SUGGESTIONS = 50;

/** Suggested values for the text in a cell; undefined for types that allow any value. */
export function useSuggestions(definition: CellDefinition, text: string): readonly Choice[] | undefined {
  const { allowedValues, allowedTypes, rules, valueType } = definition;
  const isUrn = valueType === 'urn' && allowedValues === undefined;
  const part = lastPart(definition, text);
  const types = allowedTypes.map(({ graphqlName }) => graphqlName);
  const { data } = useQuery({
    queryKey: ['columnValueCandidates', part, types],
    queryFn: ({ signal }) => query(CANDIDATES, { text: part, types }, signal),
    enabled: isUrn && part !== '' && !part.startsWith('urn:li:'),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  if (allowedValues !== undefined) {
    const wanted = part.toLowerCase();
    const all = allowedValues.filter((value) => rules?.deprecated.has(value) !== true).map(String);
    // For a complete value, offers all others.
    const found = all.includes(part) ? all : all.filter((value) => value.toLowerCase().includes(wanted));
    return found.slice(0, MAX_SUGGESTIONS).map((value) => ({ value, label: value }));
  }
  if (!isUrn) return undefined;
  const entities =
    data?.autoCompleteForMultiple?.suggestions.flatMap((suggestion) => suggestion.entities) ?? [];
  return entities.map((entity) => ({ value: entity.urn, label: nameOf(entity), help: entity.urn }));
}
