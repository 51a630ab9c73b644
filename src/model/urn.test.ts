import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityTypeOf, formatUrn, isUrn, parseUrn, urnKey, urnParts } from './urn.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)';

describe('a urn', () => {
  it('has an entity type and a key of one or several parts', () => {
    expect(urnParts(parseUrn(DATASET))).toEqual({
      entityType: 'dataset',
      key: ['urn:li:dataPlatform:hive', 'db.orders', 'PROD'],
    });
    expect(urnParts(parseUrn('urn:li:tag:a b'))).toEqual({ entityType: 'tag', key: ['a b'] });
    const field = parseUrn(`urn:li:schemaField:(${DATASET},[version=2.0].[type=x].ip)`);
    expect(urnParts(field).key).toEqual([DATASET, '[version=2.0].[type=x].ip']);
    expect(entityTypeOf(field)).toBe('schemaField');
    expect(urnKey(parseUrn('urn:li:structuredProperty:io.acme:x'))).toBe('io.acme:x');
  });

  it.each([
    '',
    'urn:li:',
    'urn:li:dataset',
    'urn:li:dataset:',
    'urn:li::x',
    'urn:other:dataset:x',
    ' urn:li:tag:x',
    'urn:li:tag:x ',
    'urn:li:dataset:(a,b',
    'urn:li:dataset:(a,b))',
    'urn:li:dataset:(a,)',
    'urn:li:dataset:(a)(b)',
    'urn:li:dataType:(datahub.string',
    'urn:li:da taset:x',
  ])('is not %j', (text) => {
    expect(isUrn(text)).toBe(false);
    expect(() => parseUrn(text)).toThrow(`Invalid urn!: ${text}`);
  });

  it('is formatted and split back for any parts', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[\s(),]/.test(text));
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), (key) => {
        expect(urnParts(formatUrn('dataset', ...key)).key).toEqual(key);
      }),
    );
  });
});
