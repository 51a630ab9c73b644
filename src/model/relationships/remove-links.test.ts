import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import type { JsonObject } from '../../util/json.ts';
import type { AspectSpec } from '../entity-registry.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import { removeLinks, type LinkRemoval } from './remove-links.ts';
import { parseUrn } from '../urn.ts';

const registry = loadRegistry(readRegistry());
const URN = parseUrn('urn:li:tag:gone');

function aspect(name: string): AspectSpec {
  const spec = registry.aspects.get(name);
  if (spec === undefined) throw new Error(`The registry has no aspect ${name}.`);
  return spec;
}

const remove = (name: string, value: JsonObject, urn = URN): LinkRemoval =>
  removeLinks(aspect(name), value, urn);

describe('removeLinks', () => {
  it('removes list elements and keeps the others unchanged', () => {
    const value = {
      tags: [
        { tag: URN, context: 'x' },
        { tag: 'urn:li:tag:other', context: URN },
      ],
    };
    expect(remove('globalTags', value)).toEqual({
      relationships: ['TaggedWith'],
      value: { tags: [{ tag: 'urn:li:tag:other', context: URN }] },
    });
  });

  it('returns the same value if there is no such link', () => {
    const value = { tags: [{ tag: 'urn:li:tag:other' }] };
    const removal = remove('globalTags', value);
    expect(removal.relationships).toEqual([]);
    expect(removal.value).toBe(value);
  });

  it('handles nested lists', () => {
    const tagged = { fieldPath: 'a', globalTags: { tags: [{ tag: URN }] } };
    expect(remove('editableSchemaMetadata', { editableSchemaFieldInfo: [tagged] })).toEqual({
      relationships: ['EditableSchemaFieldTaggedWith'],
      value: { editableSchemaFieldInfo: [{ fieldPath: 'a', globalTags: { tags: [] } }] },
    });
  });

  it('omits an optional field', () => {
    const parent = parseUrn('urn:li:domain:parent');
    expect(remove('domainProperties', { name: 'a', parentDomain: parent }, parent).value).toEqual({
      name: 'a',
    });
  });

  it('deletes an aspect that requires the link', () => {
    const container = parseUrn('urn:li:container:c');
    expect(remove('container', { container }, container)).toEqual({
      relationships: ['IsPartOf'],
      value: undefined,
    });
  });

  it('removes an element whose required field was the link, and a union that was the link', () => {
    const dataset = parseUrn('urn:li:dataset:(urn:li:dataPlatform:a,b,PROD)');
    const value = { title: 't', description: '', inputs: [{ string: dataset }, { string: 'x' }] };
    expect(remove('chartInfo', value, dataset).value).toEqual({ ...value, inputs: [{ string: 'x' }] });
  });
});
