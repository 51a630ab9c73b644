import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogError } from '../errors.ts';
import { parsePatch, parseSystemMetadata, parseWriteCondition } from './proposal-parts.ts';

describe('parseSystemMetadata', () => {
  it('keeps what a client may say and drops what the server keeps', () => {
    const given = {
      lastObserved: 1755000000000,
      runId: 'r',
      lastRunId: 'l',
      pipelineName: 'p',
      registryName: null,
      version: '9',
      aspectCreated: { time: 1, actor: 'urn:li:corpuser:a' },
      properties: { clientId: 'acryl-datahub', none: null },
    };
    expect(parseSystemMetadata(given, 'at')).toEqual({
      lastObserved: 1755000000000,
      runId: 'r',
      lastRunId: 'l',
      pipelineName: 'p',
      properties: { clientId: 'acryl-datahub' },
    });
  });

  it('is undefined when nothing is said', () => {
    expect(parseSystemMetadata(undefined, 'at')).toBeUndefined();
    expect(parseSystemMetadata(null, 'at')).toBeUndefined();
  });

  it.each([
    [{ lastObserved: 'now' }, 'at.lastObserved must be a whole number, but it is "now".'],
    [{ lastObserved: 1.5 }, 'at.lastObserved must be a whole number'],
    [{ properties: [] }, 'at.properties must be an object of strings'],
    [{ properties: { a: 1 } }, 'at.properties.a must be a string, but it is 1.'],
  ])('refuses %j', (value, message) => {
    expect(() => parseSystemMetadata(value, 'at')).toThrow(message);
  });

  it('is safe from names of the prototype', () => {
    const properties: unknown = JSON.parse('{"__proto__": "x"}');
    const parsed = parseSystemMetadata({ properties: properties as Record<string, string> }, 'at');
    expect(Object.keys(parsed?.properties ?? {})).toEqual(['__proto__']);
  });
});

describe('parseWriteCondition', () => {
  it('reads the four headers in any case', () => {
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

  it.each(['2026-13-01T00:00:00Z', '2026-01-01', 'Thu, 01 Jan 2026 00:00:00 GMT', 5])(
    'refuses the instant %j',
    (instant) => {
      expect(() => parseWriteCondition({ 'If-Modified-Since': instant }, 'at')).toThrow('ISO-8601');
    },
  );
});

describe('parsePatch', () => {
  it('fails only with CatalogError, whatever JSON it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          parsePatch(value, 'at');
        } catch (error) {
          expect(error).toBeInstanceOf(CatalogError);
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
