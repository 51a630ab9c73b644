import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePatch } from './patch.ts';

describe('parsePatch', () => {
  it('throws only CatalogError, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          parsePatch(value, 'at');
        } catch (error) {
          expect(error).toMatchObject({ name: 'CatalogError' });
        }
      }),
    );
  });

  it('keeps the operations in order', () => {
    const patch = [
      { op: 'test', path: '', value: null },
      { op: 'move', path: '/a~1b', from: '/c' },
      { op: 'copy', path: '/a', from: '' },
    ];
    expect(parsePatch(patch, 'at')).toEqual({ operations: patch });
  });
});
