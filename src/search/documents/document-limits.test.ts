import { describe, expect, it } from 'vitest';
import { aspectRow, propertyDirectory } from '../../../test/support/memory/search-fixtures.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { parseUrn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { wholePathField } from '../mapping.ts';
import type { SearchDocument } from '../search-index.ts';
import { DocumentFields, MAX_EXACT_LENGTH, MOST_TEXT, MOST_VALUES } from './document-fields.ts';
import { createDocumentBuilder } from './document.ts';
import { INCOMPLETE } from './incomplete.ts';

const build = createDocumentBuilder(loadRegistry(readRegistry()));
const urn = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)');

function documentOf(aspectName: string, value: JsonObject): SearchDocument {
  return build(urn, [aspectRow(urn, aspectName, value)], propertyDirectory());
}

function unitsIn(values: Iterable<unknown>): number {
  return Array.from(values, String).reduce((sum, { length }) => sum + length, 0);
}

describe('values of a document', () => {
  it('are all kept up to the limit', () => {
    const fields = new DocumentFields();
    for (let i = 0; i < MOST_VALUES; i++) fields.addText('fieldPaths', `c${i}`);
    const { values } = fields.finish();
    expect(values.get('fieldPaths')).toHaveLength(MOST_VALUES);
    expect(values.has(INCOMPLETE)).toBe(false);
  });

  it('are cut in the fields with most values, except those that control access to the entity', () => {
    const fields = new DocumentFields();
    for (let i = 0; i < MOST_VALUES; i++) {
      fields.addText('fieldPaths', `c${i}`);
      fields.addText('siblings', `s${i}`);
      fields.addText('tags', `t${i}`);
    }
    fields.addText('origin', 'PROD');
    const { values } = fields.finish();
    const sizes = Object.fromEntries([...values].map(([field, { length }]) => [field, length]));
    const share = (MOST_VALUES - 2) / 2;
    expect(sizes).toEqual({
      fieldPaths: share,
      siblings: share,
      tags: MOST_VALUES,
      origin: 1,
      [INCOMPLETE]: 1,
    });
    expect(values.get(INCOMPLETE)).toEqual(['limit: fieldPaths, siblings']);
  });

  it('have their words cut by the length of all texts', () => {
    const fields = new DocumentFields();
    fields.addWords('name', 'orders');
    fields.addWords('description', 'x'.repeat(MOST_TEXT));
    const { texts, values } = fields.finish();
    expect(texts.get('name')).toEqual(['orders']);
    expect(texts.get('description')).toEqual(['x'.repeat(MOST_TEXT - 'orders'.length)]);
    expect(values.get(INCOMPLETE)).toEqual(['limit: description']);
  });
});

describe('a long list', () => {
  const tags = (first: number, count: number): JsonObject => ({
    tags: Array.from({ length: count }, (_, i) => ({ tag: `urn:li:tag:t${first + i}` })),
  });

  it('is indexed in steps, as a short one is', () => {
    const [long, short] = [documentOf('globalTags', tags(0, 10_000)), documentOf('globalTags', tags(0, 1))];
    expect(long.values.get('tags')).toEqual(Array.from({ length: 10_000 }, (_, i) => `urn:li:tag:t${i}`));
    expect(long.values.get('edge:TaggedWith')).toHaveLength(10_000);
    expect([...long.values.keys()]).toEqual([...short.values.keys()]);
    expect([...long.texts.keys()]).toEqual([...short.texts.keys()]);
    const counts = (document: SearchDocument) =>
      [...document.values].filter(([field]) => /^(num|has)/.test(field));
    expect(counts(long).map(([, [count]]) => count)).toEqual(
      counts(short).map(([, [count]]) => (count === 1 ? 10_000 : count)),
    );
  });
});

describe('browse paths', () => {
  it.each<[string, string, JsonObject]>([
    ['browsePaths', 'browsePaths', { paths: ['/a'.repeat(70_000), '/b/c'] }],
    [
      'browsePaths',
      'browsePaths',
      { paths: Array.from({ length: 1_000 }, (_, i) => `/${i}${'/a'.repeat(4_000)}`) },
    ],
    ['browsePathsV2', 'browsePathV2', { path: Array.from({ length: 70_000 }, () => ({ id: 'a' })) }],
  ])('of %s beyond the maximum depth have few values', (aspectName, field, value) => {
    const { values } = documentOf(aspectName, value);
    const paths = values.get(field) ?? [];
    expect(unitsIn(paths)).toBeLessThan(2 ** 24);
    expect(paths.every((path) => String(path).length <= MAX_EXACT_LENGTH)).toBe(true);
    expect(values.get(INCOMPLETE)).toEqual([`limit: ${field}`]);
  });

  it('have a value for each step, and for the whole path', () => {
    const { values } = documentOf('browsePaths', { paths: ['/a//b/', 'c'] });
    expect(values.get('browsePaths')).toEqual(['/a', '/a/b', '/c']);
    expect(values.get(wholePathField('browsePaths'))).toEqual(['/a/b', '/c']);
    expect(values.has(INCOMPLETE)).toBe(false);
  });
});
