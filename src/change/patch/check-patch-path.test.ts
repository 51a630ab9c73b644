import { describe, expect, it } from 'vitest';
import { SOURCE_KEY, patched } from '../../../test/support/memory/patch.ts';
import type { AspectPatch, PatchOperation } from '../../model/proposal.ts';

const RETENTION = 'urn:li:structuredProperty:io.acryl.privacy.retentionTime';
const OTHER = 'urn:li:structuredProperty:other';

describe('a path that cannot match the schema', () => {
  const keyed = { properties: ['propertyUrn', SOURCE_KEY] };

  it.each<[string, string, PatchOperation, string, AspectPatch['arrayPrimaryKeys']?]>([
    ['a field that does not exist', 'status', { op: 'remove', path: '/toString' }, 'its fields are: removed'],
    [
      'a misspelled array',
      'structuredProperties',
      { op: 'remove', path: `/property/${RETENTION}` },
      'its fields are: properties',
    ],
    [
      'a key that is escaped like a url',
      'structuredProperties',
      { op: 'remove', path: `/properties/${encodeURIComponent(RETENTION)}` },
      "In a key write '/' as ~1",
    ],
    [
      'an unescaped slash in a key',
      'structuredProperties',
      { op: 'remove', path: `/properties/${OTHER}/b` },
      `Key ${SOURCE_KEY}: 'b' is not a urn`,
    ],
    [
      'a slash in the last key',
      'structuredProperties',
      { op: 'remove', path: `/properties/${OTHER}/b` },
      "In a key write '/' as ~1",
      { properties: ['propertyUrn'] },
    ],
    [
      'an empty key of a required field',
      'structuredProperties',
      { op: 'remove', path: '/properties//' },
      "Key propertyUrn: '' is not a urn",
    ],
    [
      'an index where there are keys',
      'structuredProperties',
      { op: 'remove', path: '/properties/0' },
      "'0' is not a urn",
    ],
    [
      'an enum symbol that does not exist',
      'ownership',
      { op: 'remove', path: '/owners/urn:li:corpuser:a/BOSS' },
      'use one of',
    ],
    [
      'a string where elements are urns',
      'propertyDefinition',
      { op: 'remove', path: '/entityTypes/dataset' },
      "'dataset' is not a urn",
    ],
    [
      'a source of a copy',
      'datasetProperties',
      { op: 'copy', from: '/nam', path: '/name' },
      'its fields are: customProperties',
    ],
    [
      'keys of a field that does not exist',
      'structuredProperties',
      { op: 'remove', path: `/properties/${OTHER}` },
      "arrayPrimaryKeys.property: 'property' is not a field",
      { property: ['propertyUrn'] },
    ],
    [
      'keys of a field that is not an array',
      'datasetProperties',
      { op: 'remove', path: '/name' },
      'arrayPrimaryKeys.name: the field is not an array',
      { name: [] },
    ],
    [
      'key fields that elements do not have',
      'structuredProperties',
      { op: 'remove', path: `/properties/${OTHER}` },
      "the elements have no field 'urn'",
      { properties: ['urn'] },
    ],
    [
      'nested key fields that elements do not have',
      'structuredProperties',
      { op: 'remove', path: `/properties/${OTHER}` },
      "the elements have no field 'attribution.source'",
      { properties: ['propertyUrn', 'attribution.source'] },
    ],
    [
      'key fields of strings',
      'propertyDefinition',
      { op: 'remove', path: '/description' },
      'write an empty list',
      { entityTypes: ['urn'] },
    ],
    [
      'records without key fields',
      'structuredProperties',
      { op: 'remove', path: `/properties/${OTHER}` },
      'list the fields that are their key',
      { properties: [] },
    ],
  ])('is refused: %s', (_name, aspectName, operation, reason, arrayPrimaryKeys) => {
    expect(() => patched(aspectName, undefined, [operation], arrayPrimaryKeys)).toThrow(
      expect.objectContaining({ code: 'VALIDATION', message: expect.stringContaining(reason) }),
    );
  });

  it.each<[string, string, AspectPatch['arrayPrimaryKeys']?]>([
    ['structuredProperties', `/properties/${RETENTION}`],
    ['structuredProperties', `/properties/${RETENTION}/`, keyed],
    ['structuredProperties', '/properties/urn:li:structuredProperty:a~1b', keyed],
    ['ownership', '/owners/urn:li:corpuser:a/TECHNICAL_OWNER//'],
    ['globalTags', '/tags//urn:li:tag:t', { tags: [SOURCE_KEY, 'tag'] }],
    ['propertyDefinition', '/allowedValues/any text'],
    ['datasetProperties', '/customProperties/any name'],
    ['upstreamLineage', '/fineGrainedLineages/any text'],
    ['editableSchemaMetadata', '/editableSchemaFieldInfo/a.b/globalTags/tags/urn:li:tag:t'],
    ['formInfo', '/actors/users/urn:li:corpuser:a'],
  ])('does not include a well-formed missing key: %s %s', (aspectName, path, arrayPrimaryKeys) => {
    expect(() => patched(aspectName, undefined, [{ op: 'remove', path }], arrayPrimaryKeys)).not.toThrow();
  });
});
