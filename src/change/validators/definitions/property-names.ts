import { because, type Refusal } from '../../../refusals.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { urnKey } from '../../../model/urn.ts';
import type { Validator } from '../../rules.ts';
import type { Violation } from '../../violation.ts';

/**
 * Property urns and qualified names must not contain white space; qualified names must not be empty, nor have half of a
 * surrogate pair.
 */
export const propertyNames: Validator = {
  name: 'propertyNames',
  aspects: [STRUCTURED_PROPERTY.definitionAspect, 'structuredPropertyKey'],
  check: ({ aspect, urn, after }) => {
    if (after === undefined) return [];
    const failures: Violation[] = [];
    const add = (message: string, field: string, refusal: Refusal): void => {
      failures.push({ message, field, ...refusal });
    };
    if (/\s/.test(urnKey(urn))) {
      add(
        `Urn ID cannot have spaces: ${urn} has white space. Use dots or underscores.`,
        'urn',
        because('PROPERTY_SPACES'),
      );
    }
    const qualifiedName = after['qualifiedName'];
    if (aspect.name !== STRUCTURED_PROPERTY.definitionAspect || typeof qualifiedName !== 'string')
      return failures;
    if (qualifiedName === '') {
      add(
        `Qualified names cannot be empty: ${urn}. Send qualifiedName.`,
        'qualifiedName',
        because('NAME_MISSING'),
      );
    }
    if (/\s/.test(qualifiedName)) {
      add(
        `Qualified names cannot have spaces: qualifiedName '${qualifiedName}' has white space. Use dots or underscores.`,
        'qualifiedName',
        because('PROPERTY_SPACES'),
      );
    }
    if (!qualifiedName.isWellFormed()) {
      add(
        `Qualified names must be whole characters: qualifiedName '${qualifiedName.toWellFormed()}' has half of a surrogate pair.`,
        'qualifiedName',
        because('NAME_UNUSABLE', { name: qualifiedName }),
      );
    }
    return failures;
  },
};
