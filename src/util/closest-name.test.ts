import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestName, suggestion } from './closest-name.ts';

const KEYS = ['display_name', 'description', 'type', 'entity_types', 'cardinality', 'number'];

describe('closestName', () => {
  it.each([
    ['displayName', 'display_name'],
    ['desciption', 'description'],
    ['nubmer', 'number'],
    ['entity-type', 'entity_types'],
    ['cardinalty', 'cardinality'],
  ])('finds the intended name for %s', (written, meant) => {
    expect(closestName(written, KEYS)).toBe(meant);
  });

  it('suggests nothing when no name is close', () => {
    expect(closestName('owner', KEYS)).toBeUndefined();
    expect(suggestion('owner', KEYS)).toBe('');
    expect(closestName('', [])).toBeUndefined();
  });

  it('suggests no name instead of itself, such as that of a property whose values are hidden', () => {
    expect(closestName('number', KEYS)).toBeUndefined();
    expect(closestName('number', [...KEYS, 'numbers'])).toBe('numbers');
  });

  it('finds every known name under its own spelling', () => {
    fc.assert(fc.property(fc.constantFrom(...KEYS), (key) => closestName(key.toUpperCase(), KEYS) === key));
  });
});
