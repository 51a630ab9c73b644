import { describe, expect, it } from 'vitest';
import { parseSystemMetadata } from './system-metadata.ts';

describe('parseSystemMetadata', () => {
  it('keeps client members and drops server-maintained ones', () => {
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

  it('is undefined for absent metadata', () => {
    expect(parseSystemMetadata(undefined, 'at')).toBeUndefined();
    expect(parseSystemMetadata(null, 'at')).toBeUndefined();
  });

  it.each([
    [{ lastObserved: 'now' }, 'at.lastObserved must be a whole number, but it is "now".'],
    [{ lastObserved: 1.5 }, 'at.lastObserved must be a whole number'],
    [{ properties: [] }, 'at.properties must be a JSON object'],
    [{ properties: { a: 1 } }, 'at.properties.a must be a string, but it is 1.'],
  ])('rejects %j', (value, message) => {
    expect(() => parseSystemMetadata(value, 'at')).toThrow(message);
  });

  it('keeps __proto__ as a plain key', () => {
    const properties: unknown = JSON.parse('{"__proto__": "x"}');
    const parsed = parseSystemMetadata({ properties: properties as Record<string, string> }, 'at');
    expect(Object.keys(parsed?.properties ?? {})).toEqual(['__proto__']);
  });
});
