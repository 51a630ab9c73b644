import { describe, expect, it } from 'vitest';
import { DEMO_DAY, sinceDemoMs, movedBy } from './move-dates.ts';

const DAY = 86_400_000;

describe('movedBy', () => {
  it('moves epoch times of stamps and points, at any depth, and nothing else', () => {
    const value = {
      timestampMillis: DEMO_DAY,
      rowCount: DEMO_DAY,
      upstreams: [{ auditStamp: { time: DEMO_DAY - DAY, actor: 'urn:li:corpuser:a' } }],
      created: { time: 0 },
      note: '2026-09-30',
    };
    expect(movedBy(2 * DAY, 'datasetProfile', value)).toEqual({
      timestampMillis: DEMO_DAY + 2 * DAY,
      rowCount: DEMO_DAY,
      upstreams: [{ auditStamp: { time: DEMO_DAY + DAY, actor: 'urn:li:corpuser:a' } }],
      created: { time: 0 },
      note: '2026-09-30',
    });
  });

  it('moves dates of property values only', () => {
    const value = {
      properties: [{ propertyUrn: 'p', values: [{ string: '2026-12-31' }, { string: 'EU' }] }],
    };
    expect(movedBy(DAY, 'structuredProperties', value)).toEqual({
      properties: [{ propertyUrn: 'p', values: [{ string: '2027-01-01' }, { string: 'EU' }] }],
    });
  });
});

it('counts whole days, so that the time of day stays', () => {
  expect(sinceDemoMs(DEMO_DAY + 5 * DAY + 7_200_000)).toBe(5 * DAY);
});
