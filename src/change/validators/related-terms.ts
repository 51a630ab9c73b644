import { texts } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';

/** Members of the aspect that list terms. */
const MEMBERS = ['isRelatedTerms', 'hasRelatedTerms', 'values', 'relatedTerms'] as const;

/** A glossary term is not related to itself. */
export const relatedTerms: Validator = {
  name: 'relatedTerms',
  aspects: ['glossaryRelatedTerms'],
  check: ({ after, before, urn }) => {
    const isNamed = (value: JsonObject | undefined): boolean =>
      MEMBERS.some((member) => texts(value?.[member]).includes(urn));
    if (!isNamed(after) || isNamed(before)) return [];
    return [`Failed to update ${urn} with ${urn}. Tried to create related term with itself.`];
  },
};
