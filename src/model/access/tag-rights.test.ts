import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import { changedTags, holdsTags } from './tag-rights.ts';

const { aspects } = loadRegistry(readRegistry(undefined));
const ofTags = [...aspects.values()].filter(holdsTags);

/** A value of the aspect with this tag, or its association, at the path. */
function valueAt([name, ...rest]: readonly string[], tag: JsonValue): JsonValue {
  if (name === undefined) return tag;
  return name === '*' ? [valueAt(rest, tag)] : { [name]: valueAt(rest, tag) };
}

const cases = ofTags.flatMap((aspect) =>
  aspect.relationships
    .filter(({ entityTypes }) => entityTypes.includes('tag') && entityTypes.length === 1)
    .map(({ path }) => [`${aspect.name}/${path.join('/')}`, aspect, path] as const),
);

describe('changed tags', () => {
  it('are found in every aspect of the registry with tags', () => {
    expect(ofTags.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'globalTags',
        'schemaMetadata',
        'editableSchemaMetadata',
        'businessAttributeInfo',
      ]),
    );
  });

  it.each(cases)('are found in %s', (_name, aspect, path) => {
    const value = valueAt(path, 'urn:li:tag:a') as JsonObject;
    const other = valueAt(path, 'urn:li:tag:b') as JsonObject;
    expect([...changedTags(aspect, undefined, value)]).toEqual(['urn:li:tag:a']);
    expect([...changedTags(aspect, value, undefined)]).toEqual(['urn:li:tag:a']);
    expect([...changedTags(aspect, value, value)]).toEqual([]);
    expect([...changedTags(aspect, value, other)].sort()).toEqual(['urn:li:tag:a', 'urn:li:tag:b']);
  });

  it.each(cases)('are those with another context or attribution in %s', (_name, aspect, path) => {
    const value = (members: JsonObject): JsonObject =>
      valueAt(path.slice(0, -1), { tag: 'urn:li:tag:a', ...members }) as JsonObject;
    expect(path.at(-1)).toBe('tag');
    const attribution = { time: 1, actor: 'urn:li:corpuser:a', sourceDetail: { a: 'b', c: 'd' } };
    const before = value({ context: 'x', attribution });
    const inOrder = value({
      attribution: { sourceDetail: { c: 'd', a: 'b' }, actor: 'urn:li:corpuser:a', time: 1, source: null },
      context: 'x',
    });
    expect([...changedTags(aspect, before, inOrder)]).toEqual([]);
    for (const other of [{}, { context: 'x' }, { context: 'y', attribution }, { attribution }]) {
      expect([...changedTags(aspect, before, value(other))]).toEqual(['urn:li:tag:a']);
      expect([...changedTags(aspect, value(other), before)]).toEqual(['urn:li:tag:a']);
    }
  });

  it('are not those of columns in another order', () => {
    const aspect = aspects.get('editableSchemaMetadata');
    const columns = ['a', 'b'].map((fieldPath) => ({
      fieldPath,
      globalTags: { tags: [{ tag: `urn:li:tag:${fieldPath}` }] },
    }));
    if (aspect === undefined) throw new Error('no such aspect');
    const inOrder = { editableSchemaFieldInfo: columns };
    const swapped = { editableSchemaFieldInfo: columns.toReversed() };
    expect([...changedTags(aspect, inOrder, swapped)]).toEqual([]);
  });
});
