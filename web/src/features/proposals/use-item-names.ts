import { useEntityNames } from '../../api/names/entity-names.ts';
import { urnsIn } from '../../shared/differences/difference-text.ts';
import { useDefinitions } from '../../shared/values/use-definitions.ts';
import { ownershipTypesIn, type ItemNames } from './item-words.ts';
import type { ProposalItem } from './proposal-data.ts';

/** Loads the names that the words of items need, and those of their entities. */
export function useItemNames(items: readonly ProposalItem[]): ItemNames {
  const { data: definitions = [] } = useDefinitions();
  const naming = useEntityNames([
    ...new Set([...items.map(({ urn }) => urn), ...urnsIn(items), ...ownershipTypesIn(items)]),
  ]);
  return {
    naming,
    definitionOf: (urn) => definitions.find((definition) => definition.urn === urn),
  };
}
