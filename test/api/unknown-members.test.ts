import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_PARAMETERS, DELETING_ACTIONS } from '../../src/api/restli/action-parameters.ts';
import { declaredActions } from '../../src/api/restli/resources.ts';
import { aspectPath, clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  for (const name of ['d', 'v']) await clientOf(server).dataset(name);
});
afterAll(() => server.stop());

const URN = datasetUrn('d');
const VALUE = { description: 'x' };
const PATCH = { patch: [{ op: 'add', path: '/description', value: 'x' }], arrayPrimaryKeys: {} };
const PROPOSAL = { entityType: 'dataset', entityUrn: URN, aspectName: 'datasetProperties' };
const GENERIC = (value: object) => ({ contentType: 'application/json', value: JSON.stringify(value) });
const SNAPSHOT = {
  value: {
    'com.linkedin.metadata.snapshot.DatasetSnapshot': {
      urn: URN,
      aspects: [{ 'com.linkedin.dataset.DatasetProperties': VALUE }],
    },
  },
};
const BUCKET = { bucket: 0, duration: 'DAY', resource: URN, metrics: { uniqueUserCount: 1 } };

const V3 = '/openapi/v3/entity';
const V2 = '/openapi/v2/entity';

/** Every shape of a write body, with all its objects that are not aspect values. */
const WRITES: readonly (readonly [method: 'POST' | 'PATCH', path: string, body: unknown])[] = [
  ['POST', `${aspectPath(URN, 'datasetProperties', 'v3')}?createIfNotExists=false`, { value: VALUE }],
  ['PATCH', aspectPath(URN, 'datasetProperties', 'v3'), PATCH],
  ['PATCH', aspectPath(URN, 'datasetProperties', 'v3'), { value: PATCH }],
  ['PATCH', aspectPath(URN, 'datasetProperties', 'v2'), PATCH],
  ['POST', aspectPath(URN, 'datasetProperties', 'v2'), VALUE],
  [
    'POST',
    `${V3}/generic/${encodeURIComponent(URN)}/datasetProperties?createIfNotExists=false`,
    { value: VALUE },
  ],
  ['PATCH', `${V3}/generic/${encodeURIComponent(URN)}/datasetProperties`, PATCH],
  ['POST', `${V3}/dataset?async=false`, [{ urn: URN, datasetProperties: { value: VALUE } }]],
  ['PATCH', `${V3}/dataset?async=false`, [{ urn: URN, datasetProperties: { value: PATCH } }]],
  ['POST', `${V2}/dataset?async=false`, [{ urn: URN, aspects: { datasetProperties: { value: VALUE } } }]],
  ['POST', `${V3}/generic?async=false`, { dataset: [{ urn: URN, datasetProperties: { value: VALUE } }] }],
  ['PATCH', `${V3}/generic?async=false`, { dataset: [{ urn: URN, datasetProperties: { value: PATCH } }] }],
  ['POST', '/openapi/entities/v1', [{ ...PROPOSAL, aspect: { value: VALUE } }]],
  ['POST', '/openapi/platform/entities/v1', [{ ...PROPOSAL, aspect: { value: VALUE } }]],
  ['POST', '/openapi/v2/platform/entities/v1', [{ ...PROPOSAL, aspect: { value: VALUE } }]],
  ['POST', '/aspects?action=ingestProposal', { proposal: { ...PROPOSAL, aspect: GENERIC(VALUE) } }],
  ['POST', '/aspects?action=ingestProposalBatch', { proposals: [{ ...PROPOSAL, aspect: GENERIC(VALUE) }] }],
  ['POST', '/entities?action=ingest', { entity: SNAPSHOT }],
  ['POST', '/entities?action=batchIngest', { entities: [SNAPSHOT] }],
  ['POST', '/usageStats?action=batchIngest', { buckets: [BUCKET] }],
];

const FILTER = { and: [{ criteria: [{ field: 'urn', values: [URN] }] }] };

/** Every shape of a body that reads. */
const READS: typeof WRITES = [
  ['POST', `${V3}/scroll`, { filter: FILTER, sortCriteria: [{ field: 'urn', order: 'ASCENDING' }] }],
  ['POST', `${V3}/dataset/batchGet`, [{ urn: URN, status: { headers: { 'If-Version-Match': '0' } } }]],
  ['POST', `${V3}/generic/batchGet`, { dataset: [{ urn: URN, status: { headers: {} } }] }],
  ['POST', `${V2}/batch/dataset`, { urns: [URN], aspectNames: ['status'], withSystemMetadata: true }],
  ['POST', '/openapi/v3/relationship/scroll', { sourceFilter: FILTER }],
  ['POST', '/openapi/v3/lineage/scroll', { urns: [URN] }],
  ['POST', '/openapi/v1/events/audit/search', { actorUrns: [], entityTypes: ['dataset'] }],
];

/** Documented bodies that are not tried here, and why. Those of Colophon's own routes refuse unknown members in their schema. */
const OTHER_BODIES: Readonly<Record<string, string>> = {
  'POST /openapi/v1/trace/write/{traceId}': 'a map of aspects by urn',
  'POST /openapi/v3/logical/{childUrn}/relationship/physicalInstanceOf/{parentUrn}': 'a map of columns',
  'POST /openapi/v3/entity/logical/{childUrn}/relationship/physicalInstanceOf/{parentUrn}':
    'a map of columns',
  'POST /openapi/v3/entity/versioning/{versionSetUrn}/relationship/versionOf/{assetUrn}': 'tried below',
  'POST /openapi/v1/tracking/track': 'nothing is read of it',
  'POST /openapi/openlineage/api/v1/lineage': 'producers of OpenLineage add members of their own',
  'POST /openapi/openlineage/api/v1/lineage/batch': 'producers of OpenLineage add members of their own',
};

/** Every shape of a write whose body has headers. */
const GUARDED: readonly (readonly [path: string, body: (headers: object) => unknown])[] = [
  [
    `${aspectPath(URN, 'datasetProperties', 'v3')}?createIfNotExists=false`,
    (headers) => ({ value: VALUE, headers }),
  ],
  [`${V3}/dataset?async=false`, (headers) => [{ urn: URN, datasetProperties: { value: VALUE, headers } }]],
  [
    `${V3}/generic?async=false`,
    (headers) => ({ dataset: [{ urn: URN, datasetProperties: { value: VALUE, headers } }] }),
  ],
  [
    '/aspects?action=ingestProposal',
    (headers) => ({ proposal: { ...PROPOSAL, aspect: GENERIC(VALUE), headers } }),
  ],
  [
    '/aspects?action=ingestProposalBatch',
    (headers) => ({ proposals: [{ ...PROPOSAL, aspect: GENERIC(VALUE), headers }] }),
  ],
];

const ADDED = 'notAMember';
/** It is named, or the object is a union, which has one member. */
const REPORTED = new RegExp(`${ADDED}|must have one member`);
/** Members with content under other rules: aspect values, and maps with any keys. */
const OPAQUE: readonly unknown[] = [VALUE, ...PATCH.patch, PATCH.arrayPrimaryKeys];

/** The body with one more member in one of its objects, for each of them. */
function* withOneMore(body: unknown): Generator {
  if (typeof body !== 'object' || body === null || OPAQUE.includes(body)) return;
  if (Array.isArray(body)) {
    for (const [index, item] of body.entries()) {
      for (const changed of withOneMore(item)) yield body.with(index, changed);
    }
    return;
  }
  yield { ...body, [ADDED]: 'x' };
  for (const [name, member] of Object.entries(body)) {
    for (const changed of withOneMore(member)) yield { ...body, [name]: changed };
  }
}

const send = (
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => server.request(method, path, body, headers);

describe.each([...WRITES, ...READS])('%s %s with an unknown member', (method, path, body) => {
  it('succeeds without one', async () => {
    const { status, text, headers } = await send(method, path, body);
    expect([status < 300, headers.get('x-colophon-warnings')], text).toEqual([true, null]);
  });

  it('warns of it or refuses it, in every object of the body', async () => {
    for (const changed of withOneMore(body)) {
      const shown = JSON.stringify(changed);
      const { status, text, headers } = await send(method, path, changed);
      const reported = status < 300 ? headers.get('x-colophon-warnings') : text;
      expect(reported ?? '', shown).toMatch(REPORTED);
      const strict = await send(method, path, changed, { 'x-colophon-strict': 'true' });
      expect([strict.status, strict.text], shown).toEqual([400, expect.stringMatching(REPORTED)]);
    }
  });
});

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

/** A documented operation. */
interface Documented {
  readonly requestBody?: Body;
}

function refusesOthers({ content }: Body): boolean {
  return Object.values(content).every(
    ({ schema }) => 'additionalProperties' in schema && schema.additionalProperties === false,
  );
}

it('is tried in every documented body, unless its schema refuses it', async () => {
  const tried = [...WRITES, ...READS].map(([method, path]) => `${method} ${path.replace(/\?.*/, '')}`);
  const { json } = await send('GET', '/openapi/v3/api-docs?entity=generic', undefined);
  const paths = json.paths as Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  const open = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody === undefined || refusesOthers(requestBody) ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
  const missing = open.filter((name) => {
    const template = new RegExp(`^${name.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
    return !tried.some((one) => template.test(one)) && !(name in OTHER_BODIES);
  });
  expect(missing).toEqual([]);
  expect(Object.keys(OTHER_BODIES).filter((name) => !open.includes(name))).toEqual([]);
});

it('warns of members of a link to a version set', async () => {
  const asset = encodeURIComponent(datasetUrn('v'));
  const path = `${V3}/versioning/urn:li:versionSet:(s,dataset)/relationship/versionOf/${asset}`;
  const { status, text, headers } = await send('POST', path, { version: '1', [ADDED]: 'x' });
  expect([status, headers.get('x-colophon-warnings')], text).toEqual([200, expect.stringMatching(REPORTED)]);
});

describe('parameters of Rest.li actions', () => {
  const actions = Object.entries(declaredActions()).flatMap(([resource, names]) =>
    Object.keys(names).map((name) => `${resource}.${name}`),
  );

  it('are listed for every action', () => {
    expect(Object.keys(ACTION_PARAMETERS).toSorted()).toEqual(actions.toSorted());
    expect(actions).toEqual(expect.arrayContaining([...DELETING_ACTIONS]));
  });

  it.each([...DELETING_ACTIONS])('are refused if they are unknown, before %s deletes', async (action) => {
    const [resource, name] = action.split('.');
    const answer = await send('POST', `/${resource}?action=${name}`, { dryrun: true });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("no member 'dryrun'")]);
    const unknown = { kind: 'INPUT_UNKNOWN', data: { name: 'dryrun' } };
    expect(answer.json).toMatchObject({ problems: [unknown] });
    expect((await send('GET', aspectPath(URN, 'datasetProperties'), undefined)).status).toBe(200);
  });

  it('get a warning from other actions', async () => {
    const answer = await send('POST', '/entities?action=search', {
      entity: 'dataset',
      input: '*',
      counts: 1,
    });
    expect(answer.headers.get('x-colophon-warnings')).toContain("no member 'counts'");
    expect(answer.headers.get('x-colophon-warnings')).toContain("Did you mean 'count'?");
  });
});

describe.each(GUARDED)('headers in the body of %s', (path, body) => {
  it.each(['If-Match', 'If-Version-Mach', 'IfVersionMatch'])(
    'are refused with the condition %s',
    async (name) => {
      const { status, text } = await send('POST', path, body({ [name]: '99' }));
      expect([status, text]).toEqual([400, expect.stringContaining(`\\"${name}\\", which is not supported`)]);
    },
  );

  it('get a warning if unused, and are refused by a strict request', async () => {
    const warned = await send('POST', path, body({ ETag: 'x', 'X-DataHub-Sync-Index-Update': 'false' }));
    expect([warned.status, warned.headers.get('x-colophon-warnings')]).toEqual([
      200,
      expect.stringContaining("the unknown header 'ETag'"),
    ]);
    const strict = await send('POST', path, body({ ETag: 'x' }), { 'X-Colophon-Strict': 'true' });
    expect([strict.status, strict.text]).toEqual([400, expect.stringContaining("the unknown header 'ETag'")]);
  });
});

it('a condition that patchEntity does not support is refused', async () => {
  const { data } = await server.graphql(
    'mutation ($input: PatchEntityInput!) { patchEntity(input: $input) { success error } }',
    {
      input: {
        urn: URN,
        aspectName: 'datasetProperties',
        patch: [{ op: 'ADD', path: '/description', value: '"x"' }],
        headers: [{ key: 'If-Match', value: '1' }],
      },
    },
  );
  expect(data.patchEntity).toEqual({
    success: false,
    error: expect.stringContaining('which is not supported') as unknown,
  });
});
