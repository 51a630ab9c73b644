import { expect, it } from 'vitest';
import { textsByPart } from './form-part.ts';

it('assigns problems to the part of the form with the field', () => {
  const settings = {
    aspectName: 'structuredPropertySettings',
    message: 'A badge.',
    field: 'showAsAssetBadge',
  };
  const definition = { aspectName: 'propertyDefinition' };
  const parts = textsByPart([
    settings,
    { ...definition, message: 'Not a number.', field: 'allowedValues[1]' },
    { ...definition, message: 'Listed twice.', field: 'allowedValues[2]' },
    { ...definition, message: 'No such type.', field: 'typeQualifier.allowedTypes' },
    { ...definition, message: 'It has entityTypes and a qualifiedName.', field: 'version' },
    { aspectName: 'structuredPropertyRules', message: 'Not for domains.', field: 'inherit.from' },
    { aspectName: 'structuredPropertyRules', message: 'Reversed.', field: 'values.min' },
    { message: 'Something else about valueType.' },
  ]);
  expect([...parts]).toEqual([
    ['settings', 'A badge.'],
    ['allowedValues', 'Not a number. Listed twice.'],
    ['type', 'No such type.'],
    ['other', 'It has entityTypes and a qualifiedName. Something else about valueType.'],
    ['inheritance', 'Not for domains.'],
    ['rules', 'Reversed.'],
  ]);
});
