import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const SECRET = 'canary';
const TAG = `urn:li:tag:${SECRET}`;
const ATTRIBUTE = `urn:li:businessAttribute:${SECRET}`;
const STAMP = { time: 1, actor: 'urn:li:corpuser:datahub' };

/** Entities about the former column. Each value has the secret. */
const SAID: Readonly<Record<string, object>> = {
  documentation: { documentations: [{ documentation: SECRET }] },
  globalTags: { tags: [{ tag: TAG }] },
  glossaryTerms: { terms: [{ urn: `urn:li:glossaryTerm:${SECRET}` }], auditStamp: STAMP },
  businessAttributes: { businessAttribute: { businessAttributeUrn: ATTRIBUTE } },
  structuredProperties: {
    properties: [{ propertyUrn: 'urn:li:structuredProperty:note', values: [{ string: SECRET }] }],
  },
  deprecation: { deprecated: true, note: SECRET, actor: STAMP.actor },
};

let root: TestServer;
/** May create datasets and columns, and sees, edits and deletes what it owns. */
let maker: TestServer;
let before: string;
let during: string;

const [AGAIN, COLUMN_ONLY] = [datasetUrn('again'), datasetUrn('column-only')];
const columnOf = (dataset: string): string => `urn:li:schemaField:(${dataset},salary)`;
const pathOf = (urn: string, version: 'v2' | 'v3' = 'v3'): string =>
  `/openapi/${version}/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}`;
const cursor = async (): Promise<string> =>
  (await root.request('GET', '/api/colophon/v1/changes?since=now')).json.cursor;
const own = {
  owners: [{ owner: userUrn('maker'), type: 'DATAOWNER' }],
};

beforeAll(async () => {
  root = await startServer();
  await hideEverything(root);
  maker = await addActor(root, 'maker');
  const owners = { users: [], allUsers: false, allGroups: false, resourceOwners: true };
  const privileges = ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'DELETE_ENTITY', 'GET_TIMELINE_PRIVILEGE'];
  await writePolicy(root, 'owners', { privileges, actors: owners });
  await writePolicy(root, 'columns', {
    privileges,
    actors: { allUsers: true },
    resources: { filter: matching('URN', ['urn:li:schemaField:'], 'STARTS_WITH') },
  });
  await writePolicy(root, 'makers', { privileges: ['CREATE_ENTITY'], actors: { users: [userUrn('maker')] } });
  await writePolicy(root, 'feed', {
    type: 'PLATFORM',
    privileges: ['GET_PLATFORM_EVENTS', 'MANAGE_BUSINESS_ATTRIBUTE'],
    actors: { users: [userUrn('maker')] },
  });
  await writeAspect(root, 'urn:li:structuredProperty:note', 'propertyDefinition', {
    qualifiedName: 'note',
    valueType: 'urn:li:dataType:datahub.string',
    entityTypes: ['urn:li:entityType:datahub.schemaField'],
    cardinality: 'SINGLE',
  });
  before = await cursor();
  for (const dataset of [AGAIN, COLUMN_ONLY]) {
    await writeAspect(root, dataset, 'datasetProperties', { description: SECRET });
    for (const [aspect, value] of Object.entries(SAID))
      await writeAspect(root, columnOf(dataset), aspect, value);
  }
  during = await cursor();
  for (const dataset of [AGAIN, COLUMN_ONLY]) {
    const { status, text } = await root.request('DELETE', pathOf(dataset));
    expect(status, text).toBe(200);
  }
  await writeAspect(maker, AGAIN, 'ownership', own);
  for (const dataset of [AGAIN, COLUMN_ONLY])
    await writeAspect(maker, columnOf(dataset), 'documentation', {
      documentations: [{ documentation: 'mine' }],
    });
});
afterAll(() => root.stop());

type Request = readonly [method: string, path: string, body?: unknown];
const graphql = (query: string, variables: object = {}): Request => [
  'POST',
  '/api/graphql',
  { query, variables },
];

/** Everything that may reveal an entity. */
const READS: Readonly<Record<string, (urn: string) => readonly Request[]>> = {
  'its entity': (urn) => [
    ['GET', `${pathOf(urn)}?systemMetadata=true`],
    ['GET', pathOf(urn, 'v2')],
    ['GET', `/entitiesV2/${encodeURIComponent(urn)}`],
  ],
  'its aspects and their versions': (urn) =>
    [...Object.keys(SAID), 'datasetProperties'].flatMap((aspect) =>
      [0, 1, 2].flatMap((version): readonly Request[] => [
        ['GET', `${pathOf(urn)}/${aspect}?version=${version}`],
        ['GET', `/aspects/${encodeURIComponent(urn)}?aspect=${aspect}&version=${version}`],
      ]),
    ),
  'moments before': (urn) =>
    [before, during].flatMap((moment): readonly Request[] => [
      ['GET', `${pathOf(urn)}?asOf=${moment}`],
      ['GET', `/api/colophon/v1/diff?${new URLSearchParams({ urn, from: moment, to: 'now' }).toString()}`],
    ]),
  'its timeline': (urn) => [
    [
      'GET',
      `/openapi/v2/timeline/v1/${encodeURIComponent(urn)}?categories=TAG,GLOSSARY_TERM,DOCUMENTATION,TECHNICAL_SCHEMA,OWNER&raw=true`,
    ],
  ],
  'the change feed': () => [
    ['GET', `/api/colophon/v1/changes?since=${before}&limit=5000`],
    [
      'GET',
      '/openapi/v1/events/poll?topic=PlatformEvent_v1&lookbackWindowDays=99999&limit=5000&pollTimeoutSeconds=0',
    ],
  ],
  searches: () => [
    ['POST', '/openapi/v3/entity/scroll?count=1000', { entities: ['schemaField', 'dataset'] }],
    graphql(`
      {
        searchAcrossEntities(input: { query: "canary", types: [SCHEMA_FIELD, DATASET], count: 100 }) {
          total
          searchResults {
            entity {
              urn
            }
            matchedFields {
              name
              value
            }
          }
          facets {
            field
            aggregations {
              value
              count
            }
          }
        }
      }
    `),
    graphql(`
      {
        aggregateAcrossEntities(
          input: {
            query: "*"
            types: [SCHEMA_FIELD, DATASET]
            facets: ["tags", "glossaryTerms", "structuredProperties.note"]
          }
        ) {
          facets {
            field
            aggregations {
              value
              count
            }
          }
        }
      }
    `),
  ],
  relationships: (urn) =>
    [TAG, ATTRIBUTE, urn].flatMap((one): readonly Request[] =>
      ['INCOMING', 'OUTGOING'].map((direction) => [
        'GET',
        `/openapi/relationships/v1?urn=${encodeURIComponent(one)}&direction=${direction}&relationshipTypes=TaggedWith,TermedWith,BusinessAttributeOf`,
      ]),
    ),
  'an undo': (urn) => [
    ['POST', '/api/colophon/v1/undo', { urn, dryRun: true }],
    ['POST', '/api/colophon/v1/undo', { urn }],
  ],
};

/** The answers, without echoes of the requests. */
async function answers(as: TestServer, requests: readonly Request[]): Promise<string> {
  const texts: string[] = [];
  for (const request of requests) texts.push((await as.request(...request)).text);
  return texts.join('\n');
}

describe.each([
  ['the dataset', AGAIN],
  ['one of its columns', COLUMN_ONLY],
])('who makes %s again', (_what, dataset) => {
  it.each(Object.keys(READS))('does not reveal the former one in %s', async (name) => {
    for (const urn of [columnOf(dataset), dataset])
      expect(await answers(maker, READS[name]?.(urn) ?? [])).not.toContain(SECRET);
  });
});

it('shows statements since its creation', async () => {
  expect(await answers(maker, READS['its entity']?.(columnOf(AGAIN)) ?? [])).toContain('mine');
});

it('shows the former one to those who may see it', async () => {
  expect(await answers(root, READS['moments before']?.(columnOf(AGAIN)) ?? [])).toContain(SECRET);
  const { json, status } = await root.request('POST', '/api/colophon/v1/undo', {
    urn: columnOf(AGAIN),
    dryRun: true,
  });
  expect([status, json.restored]).toEqual([200, expect.arrayContaining(['globalTags', 'deprecation'])]);
});
