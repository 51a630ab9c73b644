import { describe, expect, it } from 'vitest';
import { differenceSides } from './difference-text.ts';
import { differences } from './differences.ts';

const nameOf = (urn: string): string => urn.split(':').at(-1) ?? urn;

function after(aspect: string, value: Readonly<Record<string, unknown>>): unknown {
  return differences(aspect, undefined, value).map((found) => differenceSides(found, nameOf).after);
}

describe('a new aspect in words', () => {
  it('has no name of a member that is the only one', () => {
    expect(after('container', { container: 'urn:li:container:orders' })).toEqual(['orders']);
    expect(after('browsePathsV2', { path: [{ id: 'Default' }] })).toEqual(['Default']);
    expect(after('status', { removed: true })).toEqual(['Removed: yes']);
  });

  it('has entities by name, with all else that is stored about them left out', () => {
    const incident = {
      urn: 'urn:li:incident:late',
      type: 'VOLUME',
      createdAt: 1,
      priority: 1,
      resolvedAt: 2,
    };
    const value = { activeIncidentDetails: [], resolvedIncidentDetails: [incident] };
    expect(after('incidentsSummary', value)).toEqual(['late']);
  });

  it('has dates of properties as pages show them', () => {
    const values = [{ string: '2026-05-27' }, { string: '2026-5' }];
    const value = { properties: [{ propertyUrn: 'urn:li:structuredProperty:p', values }] };
    expect(after('structuredProperties', value)).toEqual(['27 May 2026, 2026-5']);
  });
});
