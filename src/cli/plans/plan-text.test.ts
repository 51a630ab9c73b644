import { describe, expect, it } from 'vitest';
import { planText, sequenceText } from './plan-text.ts';

const nothing = {
  reasons: [],
  entities: 0,
  values: 0,
  byEntityType: {},
  byPlatform: {},
  byValue: {},
  sampleUrns: [],
};

describe('a plan for people', () => {
  it('is a table, with details of what loses values', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`v${i}`, i + 1]));
    const plan = {
      sequence: 42,
      definitions: [
        { ...nothing, urn: 'urn:li:structuredProperty:a', change: 'create' },
        {
          urn: 'urn:li:structuredProperty:b',
          change: 'breaking',
          reasons: ['the type differs', 'send a version'],
          entities: 1,
          values: 2,
          byEntityType: { dataset: 1 },
          byPlatform: {},
          byValue: many,
          sampleUrns: ['urn:li:dataset:x\u001b[2J'],
        },
      ],
    };
    expect(sequenceText(plan)).toBe('Exact as of sequence 42.');
    expect(planText(plan)).toBe(
      [
        'CHANGE    ENTITIES  VALUES  PROPERTY',
        'create    0         0       urn:li:structuredProperty:a',
        'breaking  1         2       urn:li:structuredProperty:b',
        '',
        'urn:li:structuredProperty:b:',
        '  the type differs',
        '  send a version',
        '  affects 2 values on 1 entity',
        '  by entity type: dataset (1)',
        '  by value: v11 (12), v10 (11), v9 (10), v8 (9), v7 (8), v6 (7), v5 (6), v4 (5), v3 (4), v2 (3), ...',
        '  for example urn:li:dataset:x\\u001b[2J',
      ].join('\n'),
    );
  });

  it('says what would inherit a value', () => {
    const inherited = { sources: 1, entities: 2, byValue: { '30.0': 2 }, sampleUrns: [] };
    const urn = 'urn:li:structuredProperty:a';
    const plan = { sequence: 1, definitions: [{ ...nothing, urn, change: 'compatible', inherited }] };
    expect(planText(plan)).toContain('a:\n  2 entities inherit a value from 1 source\n  inherited: 30.0 (2)');
  });
});
