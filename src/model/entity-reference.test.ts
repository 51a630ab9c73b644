import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRegistry } from '../config/read-registry.ts';
import { loadRegistry } from './registry/load-registry.ts';
import { parseUrn } from './urn.ts';
import { EntityReferences } from './entity-reference.ts';

const references = new EntityReferences(loadRegistry(readRegistry()));

describe('EntityReferences', () => {
  it('spells types as in the registry, and keeps urns as written', () => {
    expect(references.to(parseUrn('urn:li:corpUser:a'))).toEqual({
      urn: 'urn:li:corpUser:a',
      entityType: 'corpuser',
    });
    expect(references.to(parseUrn('urn:li:unheardOf:a'))).toEqual({
      urn: 'urn:li:unheardOf:a',
      entityType: 'unheardOf',
    });
    expect(references.parseAs('corpuser', 'urn:li:corpUser:a').entityType).toBe('corpuser');
  });

  it('finds an entity only if the text is a valid urn of a known type', () => {
    expect(references.find('urn:li:tag:a')).toEqual({ urn: 'urn:li:tag:a', entityType: 'tag' });
    for (const text of [
      ' urn:li:tag:a',
      'urn:li:tag:',
      'urn:li:unheardOf:a',
      'urn:li:dataset:a',
      'tag',
      7,
      null,
      undefined,
    ]) {
      expect(references.find(text)).toBeUndefined();
    }
  });

  it('never fails on stored texts', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string().map((text) => `urn:li:dataset:(${text}`),
      fc.anything(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = references.find(text);
        if (found !== undefined) expect(found.urn).toBe(text);
      }),
    );
  });
});
