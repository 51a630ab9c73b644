import { describe, expect, it } from 'vitest';
import { asksForIndex, parseWriteCondition, unknownHeader } from './write-condition.ts';

describe('asksForIndex', () => {
  it.each([
    [{ 'X-DataHub-Sync-Index-Update': 'true' }, true],
    [{ 'x-datahub-sync-index-update': true }, true],
    [{ 'X-DataHub-Sync-Index-Update': 'false' }, false],
    [{ other: 'true' }, false],
    [undefined, false],
    [null, false],
  ])('of %j is %s', (headers, asks) => {
    expect(asksForIndex(headers)).toBe(asks);
  });
});

describe('unknownHeader', () => {
  it.each([
    [{ 'X-DataHub-Sync-Index-Update': 'true', 'IF-NONE-MATCH': '*' }, undefined],
    [{ ETag: 'x' }, 'ETag'],
    [{ ETag: null }, undefined],
    [undefined, undefined],
  ])('of %j is %s', (headers, unknown) => {
    expect(unknownHeader(headers)).toBe(unknown);
  });
});

describe('parseWriteCondition', () => {
  it('parses the four headers, ignoring case', () => {
    const headers = {
      'if-version-match': 3,
      'If-Modified-Since': '2026-01-01T00:00:00.5Z',
      'IF-UNMODIFIED-SINCE': '2026-01-01T01:00:00+01:00',
      'If-None-Match': '*',
      'X-DataHub-Sync-Index-Update': 'true',
    };
    expect(parseWriteCondition(headers, 'at')).toEqual({
      ifVersionMatch: '3',
      ifModifiedSince: Date.UTC(2026, 0, 1) + 500,
      ifUnmodifiedSince: Date.UTC(2026, 0, 1),
      ifNoneMatch: '*',
    });
  });

  it.each([undefined, null, {}, { other: 'x' }, { 'If-None-Match': null }])(
    'is undefined for %j',
    (headers) => {
      expect(parseWriteCondition(headers, 'at')).toBeUndefined();
    },
  );

  it.each([
    'If-Match',
    'if-match',
    'If-Range',
    'If-Version-Mach',
    'IfVersionMatch',
    'If_Unmodified_Since',
    'Version-Match',
  ])('refuses the condition %s', (name) => {
    expect(() => parseWriteCondition({ [name]: '1' }, 'at')).toThrow('which is not supported');
    expect(parseWriteCondition({ [name]: null }, 'at')).toBeUndefined();
  });

  it.each(['2026-13-01T00:00:00Z', '2026-01-01', 'Thu, 01 Jan 2026 00:00:00 GMT', 5])(
    'rejects the instant %j',
    (instant) => {
      expect(() => parseWriteCondition({ 'If-Modified-Since': instant }, 'at')).toThrow('ISO-8601');
    },
  );
});
