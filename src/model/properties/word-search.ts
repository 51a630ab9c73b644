import { given } from '../../util/given.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

/** Greatest weight of the words of a property. A name has 10. */
export const MOST_WORD_WEIGHT = 100;

/** Whether a number is a weight of words. */
export function isWordWeight(weight: number): boolean {
  return weight > 0 && weight <= MOST_WORD_WEIGHT;
}

/** Whether searches for words find the values of a property, as part of its definition. */
export interface WordSearch {
  readonly fullText: boolean;
  /** Multiplies the score of a match in the values; more than 0. Absent: 1. */
  readonly weight?: number | null | undefined;
}

/** Reads the member `searchConfiguration` of a definition; undefined if it has none. */
export function wordSearchOf({
  searchConfiguration,
}: JsonObject): { readonly fullText: boolean; readonly weight: number | undefined } | undefined {
  if (!isJsonObject(searchConfiguration)) return undefined;
  const { boostScore, queryByDefault } = searchConfiguration;
  const weight = typeof boostScore === 'number' ? boostScore : undefined;
  return { fullText: queryByDefault === true, weight };
}

/** The member `searchConfiguration` with another word search; its other members stay as they are. */
export function searchConfigurationOf(
  { fullText, weight }: WordSearch,
  before: JsonValue | undefined = {},
): JsonObject {
  return {
    ...(isJsonObject(before) && before),
    queryByDefault: fullText,
    ...given({ boostScore: weight }),
  };
}
