import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_RETENTION,
  retentionFailures,
  retentionFrom,
  retentionOf,
  type Retention,
} from './retention.ts';

const KEYS = ['(dataset,status)', '(dataset,*)', '(*,status)', '(*,*)'];

describe('the policy for an aspect', () => {
  it('is that of the most specific key', () => {
    fc.assert(
      fc.property(fc.subarray(KEYS), (present) => {
        const policies = new Map(
          present.map((key): [string, Retention] => [key, { maxVersions: KEYS.indexOf(key) + 1 }]),
        );
        const [first] = present;
        const expected = first === undefined ? DEFAULT_RETENTION : policies.get(first);
        expect(retentionOf(policies, 'dataset', 'status')).toEqual(expected);
      }),
    );
  });

  it('is the default if no policy matches', () => {
    const policies = new Map([['(chart,status)', {}]]);
    expect(retentionOf(policies, 'dataset', 'status')).toEqual(DEFAULT_RETENTION);
    expect(retentionOf(policies, 'chart', 'status')).toEqual({});
  });
});

describe('the limits of a config', () => {
  it('are those that are positive', () => {
    const both = { retention: { version: { maxVersions: 3 }, time: { maxAgeInSeconds: 60 } } };
    expect(retentionFrom(both)).toEqual({ maxVersions: 3, maxAgeMs: 60_000 });
    expect(retentionFailures(both)).toEqual([]);
    expect(retentionFrom({ retention: {} })).toEqual({});
  });

  it.each([
    [{ retention: { version: { maxVersions: 0 } } }, 'Invalid maxVersions: 0'],
    [{ retention: { time: { maxAgeInSeconds: -1 } } }, 'Invalid maxAgeInSeconds: -1'],
  ])('are rejected and ignored if not positive: %j', (config, text) => {
    expect(retentionFrom(config)).toEqual({});
    expect(retentionFailures(config)[0]?.message).toContain(text);
  });

  it.each([null, [], {}, { retention: 3 }, { retention: { version: null, time: 'x' } }])(
    'are none in %j',
    (config) => {
      expect(retentionFrom(config)).toEqual({});
      expect(retentionFailures(config)).toEqual([]);
    },
  );
});
