import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { urnKey } from '../../../model/urn.ts';
import type { Validator } from '../../rules.ts';

/**
 * Property urns and qualified names must not contain white space; qualified names must not be empty, nor have half of a
 * surrogate pair.
 */
export const propertyNames: Validator = {
  name: 'propertyNames',
  aspects: [STRUCTURED_PROPERTY.definitionAspect, 'structuredPropertyKey'],
  check: ({ aspect, urn, after }) => {
    if (after === undefined) return [];
    const texts = /\s/.test(urnKey(urn))
      ? [`Urn ID cannot have spaces: ${urn} has white space. Use dots or underscores.`]
      : [];
    const qualifiedName = after['qualifiedName'];
    if (aspect.name !== STRUCTURED_PROPERTY.definitionAspect || typeof qualifiedName !== 'string')
      return texts;
    if (qualifiedName === '') texts.push(`Qualified names cannot be empty: ${urn}. Send qualifiedName.`);
    if (/\s/.test(qualifiedName)) {
      texts.push(
        `Qualified names cannot have spaces: qualifiedName '${qualifiedName}' has white space. Use dots or underscores.`,
      );
    }
    if (!qualifiedName.isWellFormed()) {
      texts.push(
        `Qualified names must be whole characters: qualifiedName '${qualifiedName.toWellFormed()}' has half of a surrogate pair.`,
      );
    }
    return texts;
  },
};
