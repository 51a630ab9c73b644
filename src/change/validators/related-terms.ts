import { because } from '../../refusals.ts';
import { texts } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';

/** Members of the aspect that list terms. */
const MEMBERS = ['isRelatedTerms', 'hasRelatedTerms', 'values', 'relatedTerms'] as const;

/** A glossary term must not be related to itself. */
export const relatedTerms: Validator = {
  name: 'relatedTerms',
  aspects: ['glossaryRelatedTerms'],
  check: ({ after, before, urn }) => {
    const memberIn = (value: JsonObject | undefined): string | undefined =>
      MEMBERS.find((member) => texts(value?.[member]).includes(urn));
    const field = memberIn(after);
    if (field === undefined || memberIn(before) !== undefined) return [];
    const message = `Failed to update ${urn} with ${urn}. Tried to create related term with itself.`;
    return [{ message, field, ...because('LOOP') }];
  },
};
