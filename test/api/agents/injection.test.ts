import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { call, send, trusted } from './agent-client.ts';
import { INJECTIONS } from './injections.ts';

/** A harmless text of the same length, so that nothing else is cut. */
function harmless(text: string): string {
  return 'h'.repeat(text.length);
}

const NOW = Date.UTC(2026, 0, 1);
const urnOf = (i: number): string => datasetUrn(`asset${i}`);
const tagOf = (i: number): string => `urn:li:tag:t${i}`;

/** A catalog with one asset and one tag per text, which stands in every field that people and sources write. */
async function catalogOf(texts: readonly string[]): Promise<TestServer> {
  const server = await startServer({
    options: { 'agents.callsPerMinute': 0 },
    environment: { now: () => NOW },
  });
  const client = clientOf(server);
  await client.define('io.acme.note');
  const tags = texts.map((text, i) => ({
    urn: tagOf(i),
    tagProperties: { value: { name: text, description: text } },
  }));
  const datasets = texts.map((text, i) => ({
    urn: urnOf(i),
    datasetProperties: {
      value: { name: text, description: text, customProperties: { [text]: text } },
    },
    editableDatasetProperties: { value: { description: text } },
    globalTags: { value: { tags: [{ tag: tagOf(i), context: text }] } },
    viewProperties: { value: { materialized: false, viewLanguage: 'SQL', viewLogic: text } },
    deprecation: { value: { deprecated: true, note: text, actor: 'urn:li:corpuser:datahub' } },
    institutionalMemory: {
      value: {
        elements: [
          {
            url: 'https://example.com',
            description: text,
            createStamp: { time: 0, actor: 'urn:li:corpuser:datahub' },
          },
        ],
      },
    },
    schemaMetadata: {
      value: {
        schemaName: text,
        platform: 'urn:li:dataPlatform:hive',
        version: 0,
        hash: '',
        platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: text } },
        fields: [
          {
            fieldPath: 'column',
            label: text,
            nativeDataType: text,
            description: text,
            type: { type: { 'com.linkedin.schema.StringType': {} } },
          },
        ],
      },
    },
    structuredProperties: {
      value: { properties: [{ propertyUrn: propertyUrn('io.acme.note'), values: [{ string: text }] }] },
    },
  }));
  for (const [type, entities] of [
    ['tag', tags],
    ['dataset', datasets],
  ] as const) {
    const { status, text } = await server.request('POST', `/openapi/v3/entity/${type}?async=false`, entities);
    expect(status, text).toBeLessThan(300);
  }
  return server;
}

let hostile: TestServer;
let clean: TestServer;

beforeAll(async () => {
  hostile = await catalogOf(INJECTIONS);
  clean = await catalogOf(INJECTIONS.map(harmless));
});
afterAll(async () => {
  await hostile.stop();
  await clean.stop();
});

/** Cursors name their catalog, so they differ. */
const DIFFERENT = ['untrusted', 'cursor'];
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]|(?![\t\n\r])\p{Cc}/u;
const PARTS = [
  'description',
  'properties',
  'labels',
  'columns',
  'sql',
  'quality',
  'queries',
  'lineage',
  'access',
];

/** Calls about the asset and the tag with a text. */
function callsAbout(i: number): readonly (readonly [string, Record<string, unknown>])[] {
  return [
    ['get_entities', { urns: [urnOf(i), tagOf(i)], include: PARTS, max_chars: 40_000 }],
    ['get_entities', { urns: [urnOf(i)], include: PARTS, as_of: 'now' }],
    ['search', { filter: `urn = "${urnOf(i)}"`, fields: ['customProperties', 'tags'], facets: ['tag'] }],
    ['changes', { since: 'oldest', urns: [urnOf(i), tagOf(i)], max_chars: 40_000 }],
    ['get_lineage', { urn: urnOf(i) }],
    ['explain_access', { privilege: 'EDIT_ENTITY_TAGS', urn: urnOf(i) }],
    ['list_properties', { applies_to: urnOf(i) }],
  ];
}

describe('a text that tries to give orders', () => {
  it.each(INJECTIONS.map((text, i) => [i, text] as const))(
    'stays data, and leaves the rest of each answer as it is without it: %i %j',
    async (i) => {
      for (const [name, args] of callsAbout(i)) {
        const [bad, good] = await Promise.all([call(hostile, name, args), call(clean, name, args)]);
        expect(JSON.stringify(trusted(bad.structuredContent, DIFFERENT)), name).toBe(
          JSON.stringify(trusted(good.structuredContent, DIFFERENT)),
        );
        expect(INVISIBLE.test(bad.content[0]?.text.replaceAll(/\ufe0f/gu, '') ?? ''), name).toBe(false);
      }
    },
  );

  it('changes nothing in what an agent knows of the tools', async () => {
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'server/discover']) {
      const [bad, good] = await Promise.all([send(hostile, method), send(clean, method)]);
      expect(bad.text).toBe(good.text);
    }
  });

  it('is quoted in an error by 80 characters at most, and shows what people do not see', async () => {
    for (const text of INJECTIONS) {
      const answer = await call(hostile, 'resolve', { names: [text], kinds: [text] });
      const shown = answer.content[0]?.text ?? '';
      expect(shown.length).toBeLessThanOrEqual(2_000);
      expect(INVISIBLE.test(shown.replaceAll(/\ufe0f/gu, ''))).toBe(false);
      if (text.length > 200) expect(shown).not.toContain(text.slice(0, 200));
    }
  });
});
