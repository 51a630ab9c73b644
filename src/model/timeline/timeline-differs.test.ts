import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../util/json.ts';
import { parseUrn } from '../urn.ts';
import { DIFFERS } from './timeline-differs.ts';
import type { ChangeCategory, ChangeEvent } from './timeline.ts';

const URN = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)');
const FIELD = `urn:li:schemaField:(${URN},id)`;

function changes(
  category: ChangeCategory,
  aspectName: string,
  before: JsonObject | undefined,
  after: JsonObject,
): readonly ChangeEvent[] {
  return DIFFERS[category][aspectName]?.(URN, before, after) ?? [];
}

const link = (url: string, description = url): JsonObject => ({ url, description });
const editable = (details: JsonObject): JsonObject => ({
  editableSchemaFieldInfo: [{ fieldPath: 'id', ...details }],
});
const named = (name: string, description: string): JsonObject => ({ name, description });
const version = (versionTag: string, more: JsonObject = {}): JsonObject => ({
  versionSet: 'urn:li:versionSet:(1,dataset)',
  version: { versionTag },
  isLatest: true,
  ...more,
});
const owner = (name: string, type: string): JsonObject => ({ owner: `urn:li:corpuser:${name}`, type });

describe('changes of an aspect', () => {
  it.each<[string, ChangeCategory, string, JsonObject | undefined, JsonObject, string[]]>([
    [
      'links with one duplicate',
      'DOCUMENTATION',
      'institutionalMemory',
      { elements: [link('https://linkedin'), link('https://google')] },
      { elements: [link('https://docs'), link('https://docs'), link('https://google')] },
      [
        `ADD MINOR Institutional Memory 'https://docs' with documentation of '${URN}' has been added: 'https://docs'`,
        `ADD MINOR Institutional Memory 'https://docs' with documentation of '${URN}' has been added: 'https://docs'`,
        `REMOVE MINOR Institutional Memory 'https://linkedin' with documentation of '${URN}' has been removed: 'https://linkedin'`,
      ],
    ],
    [
      'the description of a link',
      'DOCUMENTATION',
      'institutionalMemory',
      { elements: [link('https://a', 'x')] },
      { elements: [link('https://a', 'y')] },
      [
        `MODIFY PATCH Documentation of Institutional Memory 'https://a' of '${URN}' has been changed from 'x' to 'y'.`,
      ],
    ],
    [
      'a description',
      'DOCUMENTATION',
      'datasetProperties',
      { description: 'x' },
      { description: 'y' },
      [`MODIFY MINOR Documentation of '${URN}' has been changed from 'x' to 'y'.`],
    ],
    [
      'name and description of a domain',
      'DOCUMENTATION',
      'domainProperties',
      named('a', 'x'),
      named('b', 'y'),
      [
        `MODIFY MINOR Name of '${URN}' has been changed from 'a' to 'b'.`,
        `MODIFY MINOR Description of '${URN}' has been changed from 'x' to 'y'.`,
      ],
    ],
    [
      'a new data product',
      'DOCUMENTATION',
      'dataProductProperties',
      undefined,
      named('a', 'x'),
      [
        `ADD MINOR Name for '${URN}' has been set: 'a'.`,
        `ADD MINOR Description for '${URN}' has been added: 'x'.`,
      ],
    ],
    [
      'name and definition of a term',
      'DOCUMENTATION',
      'glossaryTermInfo',
      { name: 'a', definition: 'x' },
      { definition: 'y' },
      [
        `REMOVE MINOR Name for '${URN}' has been removed: 'a'.`,
        `MODIFY MINOR Documentation of '${URN}' has been changed from 'x' to 'y'.`,
      ],
    ],
    [
      'related terms',
      'GLOSSARY_TERM',
      'glossaryRelatedTerms',
      { isRelatedTerms: ['urn:li:glossaryTerm:a'] },
      { isRelatedTerms: ['urn:li:glossaryTerm:b'], values: ['urn:li:glossaryTerm:a'] },
      [
        `ADD MINOR 'Has Value' relationship 'a' added to '${URN}'.`,
        `REMOVE MINOR 'Is A' relationship 'a' removed from '${URN}'.`,
        `ADD MINOR 'Is A' relationship 'b' added to '${URN}'.`,
      ],
    ],
    [
      'owners',
      'OWNERSHIP',
      'ownership',
      { owners: [owner('jdoe', 'DATAOWNER')] },
      { owners: [owner('jdoe', 'DATA_STEWARD')] },
      [
        `ADD MINOR 'jdoe' added as a \`DATA_STEWARD\` of '${URN}'.`,
        `REMOVE MINOR 'jdoe' removed as a \`DATAOWNER\` of '${URN}'.`,
      ],
    ],
    [
      'values of a property',
      'STRUCTURED_PROPERTY',
      'structuredProperties',
      { properties: [{ propertyUrn: 'urn:li:structuredProperty:p', values: [{ string: 'a' }] }] },
      { properties: [{ propertyUrn: 'urn:li:structuredProperty:p', values: [{ double: 1 }] }] },
      [`MODIFY MINOR Structured property 'p' of entity '${URN}' changed from ["a"] to [1].`],
    ],
    [
      'a user-written description of a column',
      'DOCUMENTATION',
      'editableSchemaMetadata',
      editable({ description: 'x' }),
      editable({ description: 'y' }),
      [`MODIFY PATCH Documentation for the field 'id' of '${FIELD}' has been updated from 'x' to 'y'.`],
    ],
    [
      'tags of a column',
      'TAG',
      'editableSchemaMetadata',
      undefined,
      editable({ globalTags: { tags: [{ tag: 'urn:li:tag:PII' }] } }),
      [`ADD MINOR Tag 'PII' added to entity '${FIELD}'.`],
    ],
    [
      'terms of a column',
      'GLOSSARY_TERM',
      'editableSchemaMetadata',
      editable({ glossaryTerms: { terms: [{ urn: 'urn:li:glossaryTerm:t' }] } }),
      editable({}),
      [`REMOVE MINOR Term 't' removed from entity '${FIELD}'.`],
    ],
    [
      'a new version',
      'VERSIONING',
      'versionProperties',
      undefined,
      version('v1', { comment: 'first' }),
      [`ADD MINOR Version 'v1' created for '${URN}' — first`],
    ],
    [
      'the tag of a version',
      'VERSIONING',
      'versionProperties',
      version('v1'),
      version('v2'),
      [`MODIFY PATCH Version tag of '${URN}' changed from 'v1' to 'v2'`],
    ],
    [
      'a version that is no longer the latest',
      'VERSIONING',
      'versionProperties',
      version('v1'),
      version('v1', { isLatest: false }),
      [],
    ],
  ])('%s', (_case, category, aspectName, before, after, expected) => {
    const events = changes(category, aspectName, before, after);
    expect(events.map(({ category: reported }) => reported)).toEqual(events.map(() => category));
    expect(
      events.map(({ operation, step, description }) => `${operation} ${step} ${description}`).sort(),
    ).toEqual(expected.sort());
  });

  it.each<[string, ChangeCategory, string, JsonObject, JsonObject, Partial<ChangeEvent>]>([
    [
      'the former description',
      'DOCUMENTATION',
      'editableDatasetProperties',
      { description: 'x' },
      { description: 'y' },
      { parameters: { description: 'y', previousDescription: 'x' }, modifier: undefined },
    ],
    [
      'the former version',
      'VERSIONING',
      'versionProperties',
      version('v1'),
      version('v2', { comment: 'c' }),
      {
        parameters: {
          versionTag: 'v2',
          previousVersionTag: 'v1',
          comment: 'c',
          versionSetUrn: 'urn:li:versionSet:(1,dataset)',
          isLatest: 'true',
        },
      },
    ],
    [
      'the origin of a tag',
      'TAG',
      'globalTags',
      { tags: [] },
      { tags: [{ tag: 'urn:li:tag:a', attribution: { sourceDetail: { propagated: 'true' } } }] },
      { parameters: { tagUrn: 'urn:li:tag:a', context: '{}', sourceDetails: '{"propagated":"true"}' } },
    ],
    [
      'the context of a term',
      'GLOSSARY_TERM',
      'glossaryTerms',
      { terms: [{ urn: 'urn:li:glossaryTerm:t', context: '{"actor":"a"}' }] },
      { terms: [] },
      {
        operation: 'REMOVE',
        modifier: 'urn:li:glossaryTerm:t',
        parameters: { termUrn: 'urn:li:glossaryTerm:t', context: '{"actor":"a"}', sourceDetails: '{}' },
      },
    ],
    [
      'the column of a user-written description, as modifier',
      'DOCUMENTATION',
      'editableSchemaMetadata',
      editable({}),
      editable({ description: 'y' }),
      { entityUrn: FIELD, modifier: 'id', parameters: { description: 'y', fieldPath: 'id', parentUrn: URN } },
    ],
  ])('report %s', (_case, category, aspectName, before, after, expected) => {
    expect(changes(category, aspectName, before, after)).toEqual([expect.objectContaining(expected)]);
  });
});
