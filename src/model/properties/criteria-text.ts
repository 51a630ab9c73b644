import { listText } from '../../util/list-text.ts';
import { fieldOfAttribute } from '../access/policy.ts';
import type { EntityCondition } from '../entity-predicate.ts';
import { propertyOfAttribute } from './property-texts.ts';

/** Criteria in the text of an error: `the criteria: DOMAIN is one of [urn:li:domain:finance]`. */
export function criteriaText(criteria: readonly EntityCondition[]): string {
  return `the criteria: ${criteria.map(conditionText).join(' and ')}`;
}

function conditionText({ attribute, match, negated, values }: EntityCondition): string {
  const field = propertyOfAttribute(attribute) ?? fieldOfAttribute(attribute);
  const operator = match === 'startsWith' ? 'begins with one of' : negated ? 'is none of' : 'is one of';
  return `${field} ${operator} [${listText(values)}]`;
}
