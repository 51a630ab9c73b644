import { MOST_WORD_WEIGHT, isWordWeight, wordSearchOf } from '../../../model/properties/word-search.ts';
import { STRUCTURED_PROPERTY, holdsWords, parseDefinition } from '../../../model/structured-property.ts';
import { because } from '../../../refusals.ts';
import type { Validator } from '../../rules.ts';

/** Only texts are searched for words, with a weight within bounds. What is stored stays as it is. */
export const wordSearch: Validator = {
  name: 'wordSearch',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  *check({ after, before, urn }) {
    const search = after && wordSearchOf(after);
    if (after === undefined || search?.fullText !== true) return;
    const stored = before && wordSearchOf(before);
    const { valueType, valueTypeUrn } = parseDefinition(after);
    if (!holdsWords(valueType)) {
      const message =
        `Property: ${urn}, searchConfiguration.queryByDefault: values of type ${valueTypeUrn} have no words to search. ` +
        'Use it for string or rich_text, or set it to false.';
      const allowed = ['string', 'rich_text'];
      const refusal = because('INPUT_CHOICE', { name: 'valueType', value: valueTypeUrn, allowed });
      yield { message, field: 'searchConfiguration.queryByDefault', ...refusal };
    }
    const { weight } = search;
    if (weight === undefined || weight === stored?.weight || isWordWeight(weight)) return;
    const message =
      `Property: ${urn}, searchConfiguration.boostScore: ${weight} is not a weight. ` +
      `Use a number above 0, up to ${MOST_WORD_WEIGHT}; 1 is neutral.`;
    const refusal = because('INPUT_FORMAT', { name: 'boostScore', value: String(weight) });
    yield { message, field: 'searchConfiguration.boostScore', ...refusal };
  },
};
