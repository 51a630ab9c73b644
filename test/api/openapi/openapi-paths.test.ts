import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { effort } from '../../support/effort.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const NASTY = [
  '/',
  '%',
  '%2F',
  '%25',
  '+',
  ' ',
  '?',
  '#',
  '&',
  '=',
  ':',
  ';',
  '~',
  '"',
  '\\',
  '{',
  '}',
  '␟',
  'é',
  '中',
  '😀',
  '..',
];

describe('urns in paths', () => {
  it('are read back with any characters', async () => {
    const part = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'grapheme', maxLength: 8 }));
    const name = fc
      .array(part, { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join('').replace(/[(),\p{C}]/gu, ''))
      .filter((text) => text.trim() === text && text !== '');
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const urn = datasetUrn(text);
        const url = aspectPath(urn, 'datasetProperties', 'v3');
        const written = await server.request('POST', `${url}?createIfNotExists=false`, {
          value: { name: text },
        });
        expect(written.status, written.text).toBe(200);
        expect(jsonAt(written.json, 'urn')).toBe(urn);
        expect((await server.request('GET', url)).json).toEqual({ value: { name: text } });
        expect(
          jsonAt((await server.request('GET', aspectPath(urn, '', 'v3').slice(0, -1))).json, 'urn'),
        ).toBe(urn);
      }),
      { numRuns: effort(60) },
    );
  });

  it('may be sent unencoded', async () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:s3,bucket/folder/file.csv,PROD)';
    await server.request('POST', aspectPath(urn, 'status', 'v2'), { removed: false });
    const raw = `/openapi/v3/entity/dataset/${urn}`;
    expect(jsonAt((await server.request('GET', raw)).json, 'urn')).toBe(urn);
    expect((await server.request('GET', `${raw}/status`)).json).toEqual({ value: { removed: false } });
    expect((await server.request('DELETE', raw, [])).status).toBe(200);
    expect((await server.request('HEAD', raw)).status).toBe(404);
  });

  it.each(['/gms', '/api/gms'])('are found under %s too', async (base) => {
    await server.request('POST', base + aspectPath('urn:li:tag:a/b', 'status', 'v2'), { removed: false });
    const read = await server.request('GET', `${base}/openapi/v3/entity/TAG/urn%3Ali%3Atag%3Aa%2Fb/status`);
    expect(read.json).toEqual({ value: { removed: false } });
  });

  it.each([
    ['urn:li:tag:x', 'dataset', 'Invalid urn!: urn:li:tag:x'],
    ['urn:li:FOOBAR:x', 'dataset', 'Invalid urn!: urn:li:FOOBAR:x'],
    ['nonsense', 'dataset', 'Invalid urn!: nonsense'],
    ['urn:li:tag:x ', 'tag', 'Invalid urn!: urn:li:tag:x '],
    ['urn:li:tag:x', 'nothing', 'Failed to find entity with name nothing'],
  ])('are refused when they are wrong: %s as %s', async (urn, entityType, message) => {
    const path = `/openapi/v3/entity/${entityType}`;
    const one = await server.request('GET', `${path}/${encodeURIComponent(urn)}`);
    const many = await server.request('POST', path, [{ urn, status: { value: {} } }]);
    for (const answer of [one, many]) {
      expect(answer.status).toBe(400);
      const error = jsonAt(answer.json, 'error');
      if (message.startsWith('Invalid urn!')) expect(error).toBe(message);
      else expect(error).toContain(message);
    }
  });
});

describe('a urn that is too long to be stored', () => {
  it('is refused when it is written, and does not exist when it is read', async () => {
    const urn = `urn:li:tag:${'x'.repeat(600)}`;
    const written = await server.request('POST', aspectPath(urn, 'status', 'v2'), { removed: false });
    expect(written.status).toBe(400);
    expect(jsonAt(written.json, 'message')).toContain('512');
    expect((await server.request('GET', aspectPath(urn, 'status', 'v2'))).status).toBe(404);
  });
});

describe('a batch', () => {
  it('reports every failure in it and writes nothing', async () => {
    const urn = datasetUrn('batch.refused');
    const body = [
      { urn, status: { value: { removed: false } } },
      { urn, nope: { value: {} } },
      { urn, datasetProperties: { value: { name: 3 } } },
    ];
    const answer = await server.request('POST', '/openapi/v3/entity/dataset?async=false', body);
    expect(answer.status).toBe(400);
    expect(jsonAt(answer.json, 'error')).toBe('Validation Error');
    expect(jsonAt(answer.json, 'message')).toContain('nope');
    expect(jsonAt(answer.json, 'message')).toContain('datasetProperties');
    expect(
      (await server.request('HEAD', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`)).status,
    ).toBe(404);
  });

  it('writes three aspects of hundreds of entities, and returns them', async () => {
    const body = Array.from({ length: 500 }, (_, i) => ({
      urn: datasetUrn(`batch.${i}`),
      status: { value: { removed: false } },
      datasetProperties: { value: { name: `n${i}`, customProperties: {}, tags: [] } },
      globalTags: { value: { tags: [{ tag: 'urn:li:tag:a' }] } },
    }));
    const answer = await server.request('POST', '/openapi/v3/entity/dataset?async=false', body);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(body);
    expect(Number(answer.headers.get('x-colophon-sequence'))).toBeGreaterThan(0);
    expect(answer.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('that is empty succeeds', async () => {
    const answer = await server.request('POST', '/openapi/v3/entity/dataset?async=false', []);
    expect([answer.status, answer.json]).toEqual([200, []]);
  });
});
