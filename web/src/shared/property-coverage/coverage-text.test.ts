import { describe, expect, it } from 'vitest';
import { countsText, gapText, percentText } from './coverage-text.ts';
import { gapAddress } from './gap-address.ts';

describe('the text of a coverage', () => {
  it.each([
    [0, 0, '–'],
    [0, 300, '0 %'],
    [1, 300, '1 %'],
    [299, 300, '99 %'],
    [300, 300, '100 %'],
  ])('of %i in %i is %s', (present, possible, text) => {
    expect(percentText({ present, possible })).toBe(text);
  });

  it('has both numbers, and the gap', () => {
    expect(countsText({ present: 220, possible: 1349 })).toBe('220 of 1,349');
    expect(gapText({ present: 220, possible: 1349 })).toBe('1,129 without a value');
    expect(gapText({ present: 5, possible: 5 })).toBeUndefined();
  });
});

describe('the address of a gap', () => {
  const property = { qualifiedName: 'io.level', types: ['DATASET', 'CHART'], platforms: [] };

  it('names the types, the group and the missing property', () => {
    const address = gapAddress(property, { group: { field: 'domains', value: 'urn:li:domain:a' } });
    expect(decodeURIComponent(address)).toBe(
      '/search?filter=_entityType:is:DATASET|CHART&filter=domains:is:urn:li:domain:a&filter=-structuredProperties.io.level:exists&view=',
    );
  });

  it('names a missing value of the field', () => {
    const address = gapAddress(property, { group: { field: 'domains', value: undefined } });
    expect(decodeURIComponent(address)).toContain('filter=-domains:exists');
  });

  it('names one type if the groups are types', () => {
    const address = gapAddress(property, { group: { field: '_entityType', value: 'CHART' } });
    expect(decodeURIComponent(address)).toContain('?filter=_entityType:is:CHART&filter=-structured');
  });
});
