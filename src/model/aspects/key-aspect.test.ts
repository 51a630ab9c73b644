import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import type { EntitySpec } from '../entity-registry.ts';
import { keyAspectValue } from './key-aspect.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import { formatUrn, parseUrn } from '../urn.ts';

const registry = loadRegistry(readRegistry());

function entity(name: string): EntitySpec {
  const spec = registry.entities.get(name);
  if (spec === undefined) throw new Error(`no entity type ${name}`);
  return spec;
}

describe('keyAspectValue', () => {
  it('assigns the parts of the urn to the fields in order', () => {
    const urn = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)');
    expect(keyAspectValue(entity('dataset'), urn)).toEqual({
      platform: 'urn:li:dataPlatform:hive',
      name: 'db.orders',
      origin: 'PROD',
    });
    expect(keyAspectValue(entity('corpuser'), parseUrn('urn:li:corpuser:a,b'))).toEqual({ username: 'a,b' });
    expect(keyAspectValue(entity('container'), parseUrn('urn:li:container:1f'))).toEqual({ guid: '1f' });
    const field = parseUrn(`urn:li:schemaField:(${urn},a.b)`);
    expect(keyAspectValue(entity('schemaField'), field)).toEqual({ parent: urn, fieldPath: 'a.b' });
  });

  it('rejects a wrong number of parts', () => {
    expect(() => keyAspectValue(entity('dataset'), parseUrn('urn:li:dataset:orders'))).toThrow(
      'urns parts and key fields do not have same length: urn:li:dataset:orders has 1, a dataset needs 3: platform, name, origin',
    );
    expect(() => keyAspectValue(entity('tag'), parseUrn('urn:li:tag:(a,b)'))).toThrow('needs 1: name');
  });

  it('rejects parts that are not a valid urn or enum symbol', () => {
    const platform = parseUrn('urn:li:dataset:(hive,orders,PROD)');
    expect(() => keyAspectValue(entity('dataset'), platform)).toThrow(
      /datasetKey\/platform: Invalid urn!: "hive"/,
    );
    const fabric = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,orders,PRODUCTION)');
    expect(() => keyAspectValue(entity('dataset'), fabric)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('use one of DEV') as string,
      }),
    );
  });

  it('parses numbers and booleans', () => {
    const spec = loadRegistry([
      {
        path: 'shelf.json',
        content: {
          aspect: 'shelfKey',
          class: 'org.example.ShelfKey',
          fields: { floor: { type: 'int' }, open: { type: 'boolean' } },
          entityTypes: { shelf: { keyAspect: 'shelfKey' } },
        },
      },
    ]).entities.get('shelf');
    if (spec === undefined) throw new Error('no entity type shelf');
    expect(keyAspectValue(spec, formatUrn('shelf', '3', 'true'))).toEqual({ floor: 3, open: true });
    expect(() => keyAspectValue(spec, formatUrn('shelf', 'third', 'true'))).toThrow('shelfKey/floor');
    expect(() => keyAspectValue(spec, formatUrn('shelf', '3', 'maybe'))).toThrow('shelfKey/open');
  });
});
